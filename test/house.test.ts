import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { before, test } from 'node:test'
import { statements } from '../src/db/statement.ts'

const root = join(import.meta.dirname, '..')

// From the entries down; a file of src/ itself is a room of its own. A room may import from the rooms below it and from itself, and
// not from those in its row: pages are made of `ui`, never of each other.
const rooms = [
  ['serve.ts', 'cli.ts'],
  ['processes', 'cli'],
  ['server.ts', 'workers.ts'],
  ['due-works.ts', 'rounds.ts'],
  ['payment-page', 'api-docs'],
  ['sandbox'],
  ['checkout'],
  ['disputes'],
  ['payments'],
  ['plans'],
  ['risk'],
  ['ledger'],
  ['webhooks'],
  ['due'],
  ['merchants'],
  ['ui'],
  ['http'],
  ['app'],
  ['adapters'],
  ['db'],
  ['base'],
]

function roomOf(file: string): string {
  const [room = ''] = relative(join(root, 'src'), file).split('/')
  return room
}

function level(room: string): number {
  const found = rooms.findIndex((names) => names.includes(room))
  assert.notEqual(found, -1, `${room} is no room of this house`)
  return found
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  // Whatever is named by a relative path: a style or script belongs to its room as its code does.
  return [...source.matchAll(/'(\.{1,2}\/[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
}

const sources = globSync('src/**/*.ts', { cwd: root })
  .map((file) => join(root, file))
  .filter((file) => !file.endsWith('.test.ts'))

test('a room imports only from rooms below it', () => {
  assert.ok(sources.length > 50)
  for (const file of sources) {
    for (const imported of importsOf(file)) {
      const [from, to] = [roomOf(file), roomOf(imported)]
      const message = `${relative(root, file)} imports ${relative(root, imported)}`
      assert.ok(from === to || level(to) > level(from), message)
    }
  }
})

test("no room imports another room's store", () => {
  for (const file of sources) {
    for (const imported of importsOf(file)) {
      const isStore = /\/store(\.ts|\/)/.test(relative(root, imported))
      const message = `${relative(root, file)} imports ${relative(root, imported)}`
      assert.ok(!isStore || roomOf(imported) === roomOf(file), message)
    }
  }
})

/** The tables of each room. Only its own SQL names them; other rooms use the fragments and statements that it offers. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  checkout: ['sessions', 'visits', 'charges', 'saved_cards', 'message_quotas'],
  disputes: ['disputes', 'dispute_history', 'attachments'],
  payments: ['payments', 'payment_orders', 'payment_timeline', 'payment_counts', 'payment_count_changes'],
  ledger: ['ledger_entries'],
  webhooks: ['webhooks', 'signing_secrets', 'notifications', 'deliveries', 'delivery_attempts'],
  due: ['due_retries'],
  merchants: ['merchants', 'stores', 'keys'],
  adapters: ['outbox_messages'],
  db: ['migrations'],
}

/** Tables that later migrations drop, or that only older versions use. */
const former = ['captures', 'refunds', 'code_messages']

/** Statements that look at all merchants or do not know yet whose it is, and why. Every other binds the merchant of each table that it reads. */
const ofAllMerchants: Readonly<Record<string, string>> = {
  claim_due_deliveries: 'one batch for all endpoints; a store in shards claims in each',
  count_due_retries: 'a metric',
  count_payment_changes: 'one batch for all lists; a store in shards counts in each',
  count_sandbox_merchants: 'a quota of the whole sandbox',
  count_sandbox_traces: 'looks for any at the start',
  delete_old_message_quotas: 'removes what is old, whosever it was',
  find_key_by_hash: 'a key arrives without its merchant',
  find_session_owner: 'a session arrives without its merchant',
  forget_outbox_messages: 'removes what is old, whosever it was',
  forget_payment_counts: 'the operator counts anew',
  list_due_charges: 'a sweep lists first',
  list_merchants: 'for the operator',
  list_old_due_retries: 'a sweep lists first',
  list_outbox_messages: "the sandbox's outbox shows a session by itself",
  list_sealed_headers: 'the operator seals anew',
  list_sealed_secrets: 'the operator seals anew',
  list_unused_attachments: 'a sweep lists first',
  reset_clocks: 'the operator leaves the sandbox',
  sample_sealed: 'looks at the start whether the key opens them',
}

const ownerOf = new Map(Object.entries(tablesOf).flatMap(([room, tables]) => tables.map((table) => [table, room])))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

before(async () => {
  for (const file of sources) if (read(relative(root, file)).includes('defineStatement(')) await import(file)
})

interface Place {
  readonly verb: string
  readonly table: string
  readonly alias: string
}

const noAlias = /^(where|set|on|join|left|cross|inner|order|group|limit|values|using|select|returning|union|for)$/i

function placesIn(sql: string): Place[] {
  const found = sql.matchAll(/\b(from|join|update|into|using)\s+(\w+)(?:\s+as)?(?:\s+(\w+))?/gi)
  return [...found].flatMap(([, verb = '', table = '', word]) => {
    const alias = word === undefined || noAlias.test(word) ? table : word
    return ownerOf.has(table) ? [{ verb: verb.toLowerCase(), table, alias }] : []
  })
}

test('every table of the schema has a room', () => {
  const migrations = globSync('src/db/migrations/*.sql', { cwd: root }).map(read)
  const created = migrations.flatMap((sql) => [...sql.matchAll(/create table (?:if not exists )?(\w+)/g)])
  assert.deepEqual(new Set([...ownerOf.keys(), ...former]), new Set([...created.map(([, name]) => name), 'migrations']))
})

test("SQL names no other room's table", () => {
  for (const file of sources) {
    const foreign = placesIn(read(relative(root, file))).filter(({ table }) => ownerOf.get(table) !== roomOf(file))
    assert.deepEqual(foreign, [], `${relative(root, file)} has SQL on a table of another room`)
  }
})

// A place is bound by its alias, or by one of the conditions that name no alias.
function unboundIn(sql: string): string[] {
  const conditions =
    /(?<![.\w])merchant_id\s*(=|in\b)|=\s*merchant_id\b|\(merchant_id,[^)]*\)\s*(=|in\b|>)|using \(merchant_id/g
  let unnamed = (sql.match(conditions) ?? []).length
  const unbound = placesIn(sql).filter(({ verb, table, alias }) => {
    if (table === 'migrations') return false
    if (verb === 'into' || new RegExp(`\\b${alias}\\.merchant_id\\s*[=>]|=\\s*${alias}\\.merchant_id\\b`).test(sql))
      return false
    unnamed -= 1
    return unnamed < 0
  })
  return unbound.map(({ table }) => table)
}

test('a statement names the merchant for every table that it reads or changes', () => {
  assert.ok(statements.size > 100, `${statements.size}`)
  const unbound = [...statements.values()].filter(({ text, isReport }) => !isReport && unboundIn(text).length > 0)
  assert.deepEqual(unbound.map(({ name }) => name).sort(), Object.keys(ofAllMerchants).sort())
})

const everyFile = globSync('{src,test,testkit,proof,bench,scripts}/**/*.ts', { cwd: root })

test('no file is longer than 250 lines, and the linter holds functions to 60', () => {
  const long = everyFile.filter((file) => read(file).split('\n').length - 1 > 250)
  assert.deepEqual(long, [])
  const { linter } = JSON.parse(read('biome.json'))
  const rule = { level: 'error', options: { maxLines: 60 } }
  assert.deepEqual(linter.rules.complexity.noExcessiveLinesPerFunction, rule)
})

/** What a use case does: the first word of its file's name. */
const verbs =
  /^(add|advance|announce|answer|approve|authorize|cancel|capture|challenge|change|check|claim|close|complete|count|create|deliver|disable|enable|enter|expire|find|follow|get|issue|leave|list|load|make|open|pay|provide|read|recount|refund|register|reject|remove|replace|require|reseal|resend|resolve|revoke|rotate|run|save|send|settle|step|stop|update|upload|void)-/

test('a file that is named after what it does exports that one use case', () => {
  for (const file of sources) {
    const name = relative(root, file).split('/').at(-1) ?? ''
    if (!verbs.test(name)) continue
    const exported = read(relative(root, file)).match(/^export (async )?function\b/gm) ?? []
    assert.ok(exported.length <= 1, `${relative(root, file)} exports ${exported.length} functions`)
  }
})
