import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { before, test } from 'node:test'
import { statements } from '../src/db/statement.ts'
import { ofAllMerchants } from './support/of-all-merchants.ts'

const root = join(import.meta.dirname, '..')

// From the entries down; a file of src/ itself is a room of its own. A room may import from the rooms below it and from itself, and
// not from those in its row: pages are made of `ui`, never of each other.
const rooms = [
  ['serve.ts', 'cli.ts'],
  ['processes', 'cli'],
  ['server.ts', 'workers.ts'],
  ['due-works.ts', 'rounds.ts'],
  ['payment-page', 'account', 'api-docs'],
  ['sandbox'],
  ['checkout'],
  ['disputes'],
  ['collections'],
  ['payments'],
  ['charges'],
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
  account: ['customer_sessions', 'customer_sign_ins'],
  checkout: ['sessions', 'visits', 'message_quotas'],
  charges: ['charges', 'returns', 'saved_cards'],
  collections: ['collections', 'customer_messages'],
  disputes: ['disputes', 'dispute_history', 'attachments'],
  payments: ['payments', 'payment_orders', 'payment_timeline', 'payment_counts', 'payment_count_changes'],
  risk: ['risk_rules', 'risk_blocks'],
  ledger: ['ledger_entries'],
  webhooks: ['webhooks', 'signing_secrets', 'notifications', 'deliveries', 'delivery_attempts'],
  due: ['due_retries'],
  merchants: ['merchants', 'stores', 'keys'],
  adapters: ['outbox_messages', 'sandbox_processor_movements'],
  db: ['migrations'],
}

/** Tables that later migrations drop, or that only older versions use. */
const former = ['captures', 'refunds', 'code_messages']

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

// The queries of a statement, innermost first: each is judged by itself, so that no condition of one speaks for another.
function queriesOf(sql: string): string[] {
  const queries: string[] = []
  let rest = sql
  for (let inner = innermost.exec(rest); inner !== null; inner = innermost.exec(rest)) {
    const [query] = inner
    if (/\bselect\b|\bupdate\b|\binsert\b|\bdelete\b/i.test(query)) queries.push(query)
    rest = rest.replace(query, () => (queries.at(-1) === query ? ' {} ' : query.replace('(', '{').replace(')', '}')))
  }
  return [...queries, rest]
}

const innermost = /\([^()]*\)/
const condition =
  /(?<![.\w])merchant_id\s*(=|in\b|>)|=\s*merchant_id\b|\{merchant_id,[^}]*\}\s*(=|in\b|>)|using \{merchant_id/

function unboundIn(sql: string): string[] {
  return queriesOf(sql).flatMap((query) => {
    const places = placesIn(query).filter(({ verb }) => verb !== 'into')
    const unbound = places.filter(({ alias }) => {
      const bound = new RegExp(
        `\\b${alias}\\.merchant_id\\s*[=>]|[=>]\\s*${alias}\\.merchant_id\\b|\\{${alias}\\.merchant_id,`,
      )
      return !bound.test(query) && !condition.test(query)
    })
    return unbound.map(({ table }) => table).filter((table) => table !== 'migrations')
  })
}

function allUnbound(): string[] {
  const found = [...statements.values()].flatMap(({ name, text, isReport }) =>
    isReport ? [] : unboundIn(text).map((table) => `${name} ${table}`),
  )
  return [...new Set(found)].sort()
}

test('a statement names the merchant for every table that it reads or changes', () => {
  assert.ok(statements.size > 100, `${statements.size}`)
  assert.deepEqual(allUnbound(), Object.keys(ofAllMerchants).sort())
})

test('a merchant that is missing in one query of a statement is missed there', () => {
  const text = (name: string): string => statements.get(name)?.text ?? assert.fail(name)
  const claim = text('claim_due_deliveries')
  assert.deepEqual(unboundIn(claim.replace('webhook.merchant_id = claimed.merchant_id and', '')), [
    'deliveries',
    'webhooks',
  ])
  const save = text('save_payments')
  assert.deepEqual(unboundIn(save), [])
  assert.deepEqual(unboundIn(save.replace(' and payment.merchant_id = change.merchant_id', '')), ['payments'])
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
    const exported = read(relative(root, file)).match(/^export (async function|function|class)\b/gm) ?? []
    assert.ok(exported.length <= 1, `${relative(root, file)} exports ${exported.length} functions`)
  }
})

test('a refusal is declared before it is thrown', () => {
  const declaring = /throw (badData|notAuthorized|noPermission|notFound|conflict|varying)\(|throw refusals\.\w+$/m
  for (const file of sources) assert.doesNotMatch(read(relative(root, file)), declaring, relative(root, file))
})
