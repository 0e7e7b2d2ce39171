import type { Migration } from '../../src/platform/db/migration-files.ts'

// The rules of docs/decisions/0096-upgrade-without-a-pause.md for migrations after 0.1.0. Other statements are refused.
// Before you allow one, consider the versions that use the database during the migration.

const constant = String.raw`(?:'[^']*'(?:::\w+)?|-?\d+(?:\.\d+)?|true|false|null)`

/** Statements that are allowed on a table in use. */
const addingActions: readonly RegExp[] = [
  // Nullable, or with a constant default: PostgreSQL does not rewrite the rows.
  /^add column (?!.*\bnot null)\w+ [\w ]+?(?:\(\d+(?:, ?\d+)?\))?(?:\[\])?(?: collate "C")?(?: null)?$/,
  new RegExp(String.raw`^add column \w+ .+? (?:not null )?default ${constant}(?: not null)?$`),
  /^add constraint \w+ check \(.*\) not valid$/,
  /^validate constraint \w+$/,
  /^alter column \w+ (?:set default|drop not null|set statistics)\b/,
  /^set \([^()]*\)$/,
]
const refusedInColumn = /\b(check|unique|primary key|references|generated)\b|serial\b/
const adding: readonly RegExp[] = [
  /^create table \w+ \(/,
  /^create (or replace )?function /,
  /^create sequence /,
  /^grant /,
  /^set local /,
  /^alter domain \w+ add constraint \w+ check \(.*\) not valid$/,
]
/** Statements that need a list of the versions that keep working. */
const takingAway: readonly RegExp[] = [
  /^drop (table|function|trigger|sequence) /,
  /^drop index concurrently /,
  /^revoke /,
]
const takingActions: readonly RegExp[] = [
  /^drop (column|constraint) /,
  /^rename /,
  /^alter column \w+ (type|set data type|set not null|drop default)\b/,
]

/** Returns the statements that would break or block running versions; empty if there are none. */
export function checkMigration({ statements, requires, isOutside }: Migration): string[] {
  const texts = statements.map((statement) => statement.replaceAll(/\$\$.*?\$\$/gs, '$$').replaceAll(/\s+/g, ' '))
  if (isOutside)
    return texts.length === 1 && alone.test(texts[0] ?? '') ? [] : ['makes no index outside of a transaction']
  const own = texts.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? [])
  const altered = new Set<string>()
  // A check is replaced by a wider one, which holds for whatever the versions that run write.
  const replaced = new Set(
    texts.flatMap((text) => /^(alter \w+ \w+) add constraint (\w+) /.exec(text)?.slice(1, 3).join(' ') ?? []),
  )
  const isReplaced = (text: string): boolean => {
    const [, of, name] = /^(alter \w+ \w+) drop constraint (\w+)$/.exec(text) ?? []
    return replaced.has(`${of} ${name}`)
  }
  const wrong = texts.flatMap((text) => {
    if (isReplaced(text)) return []
    const table = tableOf(text)
    if (table !== undefined && own.includes(table)) return []
    const actions = /^alter table (?:only )?\w+ (.*)$/.exec(text)?.[1]
    if (actions === undefined) return isAllowed(text, adding, requires === undefined ? [] : takingAway) ? [] : [text]
    // Storage parameters change without a lock that blocks readers or writers.
    if (table !== undefined && !/^set \([^()]*\)$/.test(actions)) altered.add(table)
    return splitActions(actions).filter((action) => !isActionAllowed(action, requires !== undefined))
  })
  // Waiting for the second lock would block every user of the first table.
  return altered.size > 1 ? [...wrong, `changes ${[...altered].join(' and ')}: one table each`] : wrong
}

const alone = /^create index concurrently \w+ on \w+ /

function tableOf(text: string): string | undefined {
  const patterns = [
    /^alter table (?:only )?(\w+)/,
    /^create (?:unique )?index \w+ on (\w+)/,
    /^insert into (\w+)/,
    /^create trigger .* on (\w+)/,
  ]
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found
  }
  return undefined
}

function isAllowed(text: string, ...lists: (readonly RegExp[])[]): boolean {
  return lists.flat().some((pattern) => pattern.test(text))
}

function isActionAllowed(action: string, mayTake: boolean): boolean {
  if (action.startsWith('add column') && refusedInColumn.test(action)) return false
  return isAllowed(action, addingActions, mayTake ? takingActions : [])
}

/** Returns the parts between commas, outside of brackets and quotes. */
function splitActions(actions: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  let isText = false
  for (const letter of actions) {
    if (letter === "'") isText = !isText
    if (!isText && '(['.includes(letter)) depth += 1
    if (!isText && ')]'.includes(letter)) depth -= 1
    if (letter === ',' && depth === 0 && !isText) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}
