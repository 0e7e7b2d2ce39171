import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkoutStages } from '../../src/money/checkout/progress/states.ts'
import { sandboxCards } from '../../src/platform/adapters/sandbox-cards.ts'

const docs = join(import.meta.dirname, '../../docs')
const text = readFileSync(join(docs, 'payment-page.md'), 'utf8')

test('every picture of the docs exists and has at most 60 KB', () => {
  const both = text + readFileSync(join(docs, 'account.md'), 'utf8')
  const pictures = [...both.matchAll(/\((screenshots\/[^)]+)\)/g)].map((match) => match[1] ?? '')
  assert.ok(pictures.length >= 100)
  for (const picture of pictures) assert.ok(statSync(join(docs, picture)).size <= 60_000, picture)
})

test('every stage and every test card is described', () => {
  for (const stage of Object.keys(checkoutStages.table)) assert.match(text, new RegExp(`^\\| ${stage} \\|`, 'm'))
  for (const number of Object.keys(sandboxCards)) {
    assert.ok(text.includes(`\`${number.replace(/(\d{4})(?=\d)/g, '$1 ')}\``), number)
  }
})
