"""TG012: tags that decide more on the page than their author may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import remove_item
from tagger.core.findings import Rule, Safety, Severity
from tagger.data.vocabulary import vocabulary
from tagger.rules.card.values import quoted
from tagger.rules.tags.common import KEY, card_with, known_tags, offer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts
    from tagger.tree.view import TreeView

_TABLES = frozenset("arrow csv feather json jsonl ndjson parquet tsv xls xlsx".split())
#: Files that can hold data of any kind.
_CONTAINERS = frozenset(
    "7z arrow bz2 gz h5 hdf5 lance msgpack npy npz parquet rar tar tfrecord tgz xz zip zst".split()
)
#: The modalities the Hub knows, and the endings of files that have it.
_MODALITIES = {
    "3d": frozenset("fbx glb gltf las laz obj pcd ply stl usd usdz".split()),
    "audio": frozenset("aac aiff flac m4a mp3 ogg opus wav".split()),
    "document": frozenset("doc docx epub odt pdf ppt pptx".split()),
    "geospatial": frozenset("geojson gpkg gpx kml kmz shp tif tiff".split()),
    "image": frozenset("bmp gif jpeg jpg png svg tif tiff webp".split()),
    "tabular": _TABLES,
    "text": _TABLES | frozenset("html md rst txt xml".split()),
    "timeseries": _TABLES,
    "video": frozenset("avi m4v mkv mov mp4 mpeg mpg webm".split()),
}


FORCED_MODALITY = Rule(
    code="TG012",
    name="forced-modality",
    severity=Severity.INFO,
    summary="A tag that sets the modality or the library of the page against the files",
    why="Most tags are words to search for. Some are switches: `text`, `image`, `tabular` and the"
    " other modalities overrule what the Hub finds in the files, and the name of a data library,"
    " such as `datasets` or `pandas`, adds that library with its code to the page. Reported only"
    " where nothing in the repository fits.",
    bad=card_with("rl-environment", "harbor", "openenv", "audio"),
    good=card_with("rl-environment", "harbor", "openenv", "sound"),
    source="huggingface.js, `dataset-libraries.ts`; Hub docs, modality tags of dataset cards",
    fix=Safety.UNSAFE,
)


@FORCED_MODALITY.check
def _check_forced_modality(facts: Facts) -> Iterator[Finding]:
    libraries = vocabulary("dataset_libraries").values.keys() - set(known_tags(facts))
    chosen = [
        item
        for item in facts.card.tag_items
        if item.is_string and (item.value in _MODALITIES or item.value in libraries)
    ]
    endings = _endings(facts.view) if chosen and facts.view.complete else _CONTAINERS
    if endings & _CONTAINERS:
        return
    for item in chosen:
        kind = "modality" if item.value in _MODALITIES else "library"
        if endings & _MODALITIES.get(item.value, _TABLES):
            continue
        what, unsafe = "remove it", Safety.UNSAFE
        yield FORCED_MODALITY.at(
            facts.card.path,
            f"the tag {quoted(item.value)} sets the {kind} of the page, but no file here fits it",
            item.span,
            hint=f"remove it, unless the {kind} is meant",
            fix=offer(what, remove_item, facts.card, KEY, item.value, safety=unsafe)[0],
        )


def _endings(view: TreeView) -> frozenset[str]:
    """The endings of all files but the card, in lower case."""
    return frozenset(
        path.rpartition(".")[2].lower() for path in view.paths if path != view.card_path
    )
