import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { unknownRouteText } from '../../src/platform/http/broken-requests.ts'
import { malformed } from '../../src/platform/http/errors.ts'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/errors.md'), 'utf8')
// The list is generated from the operations' declarations.
const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))

interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Answer {
  readonly content?: Readonly<Record<string, Media>>
}

/** The error texts of all operations, and those outside of operations. */
function textsOfApi(): Set<string> {
  const operations = Object.values<Record<string, { responses?: Record<string, Answer> }>>(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses = {} }) => Object.entries(responses))
  const failures = operations.filter(([status]) => Number(status) >= 400).map(([, answer]) => answer)
  const media = failures.flatMap(({ content = {} }) => Object.values(content))
  const values = media.flatMap(({ example = {}, examples = {} }) => [
    example,
    ...Object.values(examples).map((one) => one.value),
  ])
  const texts = values.flatMap((value) => (value as { error?: string }).error ?? [])
  return new Set([...texts, malformed.text, unknownRouteText])
}

/** The first column of the guide's tables. */
function textsOfGuide(): string[] {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
}

test('the guide to errors has every text of the service', () => {
  const texts = textsOfApi()
  assert.ok(texts.size > 50)
  const known = new Set(textsOfGuide())
  assert.deepEqual(
    [...texts].filter((text) => !known.has(text)),
    [],
  )
})

test('the guide to errors has no text that the service never answers', () => {
  const texts = textsOfApi()
  // The texts of single fields are shared by many operations.
  const others = textsOfGuide().filter((text) => !/^(must|is required)/.test(text))
  assert.deepEqual(
    others.filter((text) => !texts.has(text)),
    [],
  )
})
