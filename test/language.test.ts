import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/**
 * Words that the glossary replaces (docs/glossary.md), each as it may stand in a sentence or in a name. Stored columns,
 * statements and migrations keep their names: what is quoted in SQL is no sentence.
 */
const replaced: readonly RegExp[] = [
  /\b(mis)?deeds?\b|Deeds?\b|\bdeed(?=[A-Z])/,
  /\bdesks?\b|Desks?\b|\bdesks?(?=[A-Z])/,
  /\blookouts?\b|Lookouts?\b/,
  /\bdisturbers?\b|Disturbers?\b/,
  /\bvouch(ed|es)?\b|Vouched\b/,
  /\bwhosesoever\b|\bwhoever\b|\bwhomever\b/i,
  /\bso many\b/i,
]

/** Names of types that say nothing. */
const emptyNames =
  /\b(interface|type|class) (Said|Asked|Listed|Told|Held|Wanted|Seeing|Seen|Shown|Given|Meant|Beside|Way|Look|Known|Kept|Sought)\b/

/** Columns of this name were created by migrations; they stay. */
const stored = /return `desk |\bdesk( =|:|,)|\.desk\b|'desk'|desk text|\(desk\)/

const files = globSync(
  [
    '{src,test,testkit,proof,bench,scripts}/**/*.{ts,css,js}',
    'sdk/{src/**/*.ts,README.md}',
    '{README,CONTRIBUTING}.md',
    'docs/**/*.md',
  ],
  { cwd: root },
).filter((file) => file !== 'test/language.test.ts' && file !== 'docs/glossary.md')

/** Returns the places where a text has a word that the glossary replaces, as `file:line: words`. */
function findReplaced(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = replaced.flatMap((word) => {
      const match = line.match(word)
      return match === null || (/desk/i.test(match[0]) && stored.test(line)) ? [] : [match[0]]
    })
    const empty = line.match(emptyNames)
    if (empty !== null) found.push(empty[0])
    return found.length === 0 ? [] : [`${file}:${index + 1}: ${found.join(', ')}`]
  })
}

test('language: no file uses a word that the glossary replaces, and no type has an empty name', () => {
  assert.ok(files.length > 1_500, `${files.length}`)
  const found = files.flatMap((file) => findReplaced(file, readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(found, [])
})

test('language: a replaced word is found in a sentence, in a name and as a type', () => {
  const text = '// Whoever is at the desk\nconst deedOf = 1\ninterface Said {}\nwhere desk = :backOffice\n// fine'
  assert.deepEqual(findReplaced('x', text), ['x:1: desk, Whoever', 'x:2: deed', 'x:3: interface Said'])
})
