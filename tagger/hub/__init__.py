"""Transport to the Hub: client, listing, budget, cache, retries."""
