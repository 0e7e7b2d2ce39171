import type { Statement } from '../statement.ts'
import { findShard, holdShard } from './distribution.ts'
import type { Shard } from './shard-map.ts'
import { textForShard } from './shard-text.ts'

const known = new WeakMap<object, WeakMap<Shard, Statement<never, unknown>>>()

/** The statement as it is run in a shard: on the shard's own tables, and failing where the shard has gone. */
export function ofShard<Params, Row>(statement: Statement<Params, Row>, shard: Shard): Statement<Params, Row> {
  const ofStatement = known.get(statement) ?? new WeakMap<Shard, Statement<never, unknown>>()
  known.set(statement, ofStatement)
  const made = ofStatement.get(shard) ?? make(statement, shard)
  ofStatement.set(shard, made as Statement<never, unknown>)
  return made as Statement<Params, Row>
}

function make<Params, Row>(statement: Statement<Params, Row>, shard: Shard): Statement<Params, Row> {
  const text = textForShard(statement.text, (table) => shard.tables.get(table))
  return { ...statement, name: `${statement.name}@${shard.id}`, text: guarded(text, shard, isRead(statement)) }
}

/** Whether it neither writes nor locks anything. */
export function isRead({ text }: { readonly text: string }): boolean {
  return !/\b(insert into|update|delete from|for (no key )?update|for (key )?share)\b/i.test(text)
}

// What adds rows is done once, whether or not anybody asks for it; this adds none. It may well be done after the
// rest: whatever else the statement has done is undone then.
function guarded(text: string, shard: Shard, reads: boolean): string {
  const asked = `${reads ? findShard : holdShard}(${shard.id})`
  const empty = shard.tables.get('ledger_chains')
  const guard = `on_shard as (insert into ${empty} (merchant_id) select null from ${asked} as is_here where not is_here)`
  const [, start, rest] = /^\s*(with recursive\b|with\b)?(.*)$/is.exec(text) ?? []
  return start === undefined ? `with ${guard} ${rest}` : `${start} ${guard},${rest}`
}
