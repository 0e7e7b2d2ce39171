import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { root, writeAll } from '../scripts/docs/all.ts'

for (const [path, text] of await writeAll()) {
  test(`${path} agrees with the code`, () => {
    const committed = readFileSync(join(root, path), 'utf8')
    assert.ok(committed === text, `${path} has drifted from the code: run \`npm run docs\` and commit what it wrote`)
  })
}

// A path that begins with / is a page that the service serves.
test('every link to a file of the project leads to an existing file', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  assert.ok(pages.length > 10)
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')
    for (const [, goal = ''] of text.matchAll(/\]\((?!https?:|\/)([^)#]+)/g)) {
      assert.ok(existsSync(join(root, dirname(page), goal)), `${page} links to ${goal}`)
    }
  }
})

const records = globSync('docs/decisions/0*.md', { cwd: root })

// A printed page has about 60 lines. The width is that of code, so that no line contains a paragraph.
test('a decision record is at most a page: 60 lines of at most 120 characters', () => {
  assert.ok(records.length > 60)
  for (const record of records) {
    const lines = readFileSync(join(root, record), 'utf8').trimEnd().split('\n')
    assert.ok(lines.length <= 60, `${record} has ${lines.length} lines: move figures to docs/benchmarks.md`)
    for (const line of lines) assert.ok(line.length <= 120, `${record} has a line of ${line.length}: ${line}`)
  }
})

test('a decision record names its context, its decision and its consequences', () => {
  for (const record of records) {
    const text = readFileSync(join(root, record), 'utf8')
    const parts = [...text.matchAll(/^\*\*(Context|Decision|Consequences)\.\*\*/gm)].map(([, part]) => part)
    assert.deepEqual(parts, ['Context', 'Decision', 'Consequences'], record)
  }
})

test('the index of decisions lists each record once', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const listed = [...index.matchAll(/^- \[\d{4}\]\((.+?)\): /gm)].map(([, name]) => name)
  assert.deepEqual(listed.toSorted(), records.map((path) => basename(path)).toSorted())
})

test('every picture in docs/screenshots is used by a page', () => {
  const pictures = globSync('docs/screenshots/*', { cwd: root }).map((path) => basename(path))
  assert.ok(pictures.length > 100)
  const text = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((page) => readFileSync(join(root, page), 'utf8'))
  const shown = new Set([...text.join('\n').matchAll(/screenshots\/([^)\s]+)\)/g)].map(([, name]) => name))
  assert.deepEqual(
    pictures.filter((name) => !shown.has(name)),
    [],
  )
})

test('every path in docs/architecture.md exists', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const places = [...text.matchAll(/`((?:src|test|proof|bench|scripts)\/[^`\s]+)`/g)].map(([, place = '']) => place)
  assert.ok(places.length > 5)
  for (const place of places) assert.ok(globSync(place, { cwd: root }).length > 0, `${place} is not there`)
})
