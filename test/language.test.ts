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
    '{src,test,testkit,clients,proof,bench,scripts}/**/*.{ts,css,js}',
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

/** Words that name no value: a participle or a verb in the place of the field's noun. Also as a name's beginning. */
const nameless = /(?<![\w$])#?(?:said|told|asked|wanted|struck|seen|looks?|mayDo)(?![a-z\d_])\w*/g

/** Names in code that stay although they begin with such a word. */
const keptNames: readonly { readonly name: string; readonly files: RegExp; readonly reason: string }[] = [
  { name: 'lookUp', files: /^src\/(money\/explain|pages)\//, reason: 'to look up is what one does in a table' },
  {
    name: 'seen',
    files: /^(src\/(money\/(risk|explain\/english)|pages\/support\/customers)\/|sdk\/src\/generated\/|test\/api\/risk)/,
    reason: 'member of a risk verdict on the wire',
  },
  {
    name: 'asked',
    files: /^(src\/rehearsal\/sandbox\/decision-double|sdk\/src\/generated\/|test\/api\/decision-double)/,
    reason: "member of a sandbox's double on the wire",
  },
  {
    name: 'seen',
    files: /^src\/rehearsal\/certificate\/rehearsal\.ts$/,
    reason: 'stored with the run of a certificate',
  },
  {
    name: 'seen',
    files:
      /^(src\/pages\/(dashboard\/settings|support\/merchants)|test\/(dashboard|support-console))\/|^testkit\/sandbox-/,
    reason: 'field of a form',
  },
  { name: 'asked', files: /^(src\/rehearsal|test)\/certificate\//, reason: 'column of a table' },
  {
    name: 'asked',
    files: /^src\/(pages\/(back-office\/disclosure|support\/disputes)|platform\/people\/activities)\//,
    reason: 'stored detail of an activity',
  },
  { name: 'asked', files: /^src\/pages\/support\/payments\/words\//, reason: 'in the address of a page' },
  { name: 'said', files: /^src\/entries\/cli\/disputes\.ts$/, reason: "column of a command's output" },
]

const sources = globSync(['{src,test,testkit,clients,proof,bench,scripts,examples}/**/*.{ts,js}', 'sdk/src/**/*.ts'], {
  cwd: root,
}).filter((file) => file !== 'test/language.test.ts')

/** What is no code, and each template's beginning and end. A regular expression begins where no value ends before it. */
const skipped =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=(?:[(,=:[!&|?{};>]|return|^)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/|[`{}]/gm

/** Returns the code without comments, regular expressions and the texts of strings and templates; lines stay. */
function codeOf(text: string): string {
  let code = ''
  let at = 0
  // The open braces, and the open templates between them.
  const open: ('{' | '`')[] = []
  while (at < text.length) {
    if (open.at(-1) === '`') {
      const [part = ''] = /^(?:\\[\s\S]|\$(?!\{)|[^\\`$])*/.exec(text.slice(at)) ?? []
      at += part.length
      code += part.replace(/[^\n]/g, '')
      if (text[at] === '`') open.pop()
      else open.push('{')
      at += text[at] === '`' ? 1 : 2
      code += ' '
      continue
    }
    skipped.lastIndex = at
    const match = skipped.exec(text)
    code += text.slice(at, match?.index)
    if (match === null) break
    const [token] = match
    at = match.index + token.length
    if (token === '`' || token === '{') open.push(token)
    else if (token === '}') open.pop()
    code += token === '`' ? ' ' : /^[{}]$/.test(token) ? token : token.replace(/[^\n]+/g, "''")
  }
  return code
}

/** Returns the names in the code that begin with such a word, as `file:line: names`. */
function findNameless(file: string, text: string): string[] {
  return codeOf(text)
    .split('\n')
    .flatMap((line, index) => {
      const found = [...line.matchAll(nameless)].map(([name]) => name)
      const wrong = found.filter((name) => !keptNames.some((kept) => kept.name === name && kept.files.test(file)))
      return wrong.length === 0 ? [] : [`${file}:${index + 1}: ${wrong.join(', ')}`]
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

test('language: no value, function or member is named by a participle', () => {
  assert.ok(sources.length > 1_200, `${sources.length}`)
  assert.deepEqual(
    sources.flatMap((file) => findNameless(file, readFileSync(join(root, file), 'utf8'))),
    [],
  )
})

test('language: a name that stays is used where it stays', () => {
  const code = sources.map((file) => [file, codeOf(readFileSync(join(root, file), 'utf8'))] as const)
  for (const { name, files: where, reason } of keptNames)
    assert.ok(
      code.some(([file, text]) => where.test(file) && new RegExp(`\\b${name}\\b`).test(text)),
      `${name}: ${reason}`,
    )
})

test('language: a participle is found as a name, and not in a comment or a text', () => {
  const text = [
    'const told = 1',
    'function f({ id: seen, askedAt }) {}',
    'this.#look()',
    '// was told, and seen',
    `say('it was asked', \`told \${wanted(\`said \${struck}\`)} seen\`, /told'/, seen_at, lookup, toldest)`,
    '/* told',
    'told */ looks = 1',
  ]
  assert.deepEqual(findNameless('x', text.join('\n')), [
    'x:1: told',
    'x:2: seen, askedAt',
    'x:3: #look',
    'x:5: wanted, struck',
    'x:7: looks',
  ])
})
