from kiwipete._core.python_types import SanParts

__pyx_capi__: dict[str, object]

def read_san_parts(text: str) -> SanParts | None: ...
