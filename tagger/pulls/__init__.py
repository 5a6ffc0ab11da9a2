"""Pull requests on the Hub: what is proposed, in which words, and how it is sent."""
