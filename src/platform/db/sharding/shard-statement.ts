import type { Statement } from '../statement.ts'
import { findShard, holdShard } from './distribution.ts'
import type { Shard } from './shard-map.ts'
import { textForShard } from './shard-text.ts'

const known = new WeakMap<object, WeakMap<Shard, Statement<never, unknown>>>()

/** Returns the statement for one shard: it uses the shard's own tables, and fails if the shard has moved. */
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

/** Whether the statement neither writes nor locks. */
export function isRead({ text }: { readonly text: string }): boolean {
  return !/\b(insert into|update|delete from|for (no key )?update|for (key )?share)\b/i.test(text)
}

// The server always runs a member that inserts, even if nothing reads it. This one inserts no row. It may run last;
// if it fails, the whole statement is rolled back.
function guarded(text: string, shard: Shard, reads: boolean): string {
  const shardCheck = `${reads ? findShard : holdShard}(${shard.id})`
  const empty = shard.tables.get('ledger_chains')
  const guard = `on_shard as (insert into ${empty} (merchant_id) select null from ${shardCheck} as is_here where not is_here)`
  const [, start, rest] = /^\s*(with recursive\b|with\b)?(.*)$/is.exec(text) ?? []
  return start === undefined ? `with ${guard} ${rest}` : `${start} ${guard},${rest}`
}
