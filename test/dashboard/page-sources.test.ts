import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

function sourcesOf(...patterns: readonly string[]): (readonly [file: string, source: string])[] {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
}

const raw = 'Payment|FoundPayment|SupportPayment|Dispute|OpenDispute|HistoryEntry|Facts|PaymentLink|SettlementLine'
const rawName = new RegExp(`\\b(${raw}|Notification|Delivery)\\b`)

/** The imports of a source, including those of several lines. */
function importsOf(source: string): readonly string[] {
  return source.match(/^import [^']* from '[^']+'/gm) ?? []
}

function isRaw(line: string): boolean {
  const [names = '', path = ''] = line.split(' from ')
  return rawName.test(names) && !/\/(back-office\/disclosure|ui)\//.test(path)
}

test('views receive only disclosed data, never a payment, dispute, link or event as stored', () => {
  const views = sourcesOf('src/pages/dashboard/*/views/*.ts', 'src/pages/support/{disputes,payments}/views/*.ts')
  const lists = sourcesOf('src/pages/support/queue/*.ts', 'src/pages/support/{search,personal}.ts')
  assert.ok(views.length > 50 && lists.length > 5)
  const found = [...views, ...lists].flatMap(([file, source]) =>
    importsOf(source)
      .filter(isRaw)
      .map((line) => `${file}: ${line}`),
  )
  assert.deepEqual(found, [])
  assert.deepEqual(importsOf("import {\n  a,\n  type Payment,\n} from './payment.ts'\n").filter(isRaw).length, 1)
})

test('no page builds a regular expression: one from data may take seconds, and the step counts would not show it', () => {
  const sources = sourcesOf('src/{pages,platform/people,platform/ui}/**/*.ts')
  assert.ok(sources.length > 400)
  const found = sources.filter(([file, source]) => !file.endsWith('.test.ts') && /\bRegExp\(/.test(source))
  assert.deepEqual(
    found.map(([file]) => file),
    [],
  )
})
