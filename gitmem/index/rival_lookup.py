"""Which claims may stand against another one at all, asked of the index without reading what they say."""

from __future__ import annotations

from collections.abc import Iterable

from gitmem.database import Store
from gitmem.facts.claim import Claim
from gitmem.index.claim_rows import sought_addresses, value_number
from gitmem.index.store import json_ids


def opposed(store: Store, claims: Iterable[Claim]) -> list[Claim]:
    """Those of some claims under one of whose addresses a live line has another value, in their order.

    Whether a rule makes two such lines a contradiction is not asked; a claim that is left out is none in any.
    """
    sought = [(claim, value_number(claim), sought_addresses(claim)) for claim in claims]
    addresses = {address for _, _, found in sought for address in found}
    rows = store.execute(
        "SELECT address, min(rival_value), max(rival_value) FROM json_each(?) AS wanted"
        " CROSS JOIN claim_keys ON address = wanted.value CROSS JOIN claims ON claims.id = claim"
        " WHERE rival_value IS NOT NULL GROUP BY address",
        (json_ids(addresses),),
    )
    values = {address: {low, high} for address, low, high in rows}
    return [
        claim
        for claim, value, found in sought
        if value is not None and any(values.get(address, {value}) != {value} for address in found)
    ]
