import { readdirSync, readFileSync } from 'node:fs'

const files = new URL('./migrations/', import.meta.url)

/** The last migration of 0.1.0. Every version knows it and all earlier ones. */
const lastOfAll = '0175-journal-in-shards.sql'

/** A file of `migrations/`. */
export interface Migration {
  readonly name: string
  /** Each statement is sent alone, as sharded engines and poolers require. */
  readonly statements: readonly string[]
  /** Whether it only adds, so that versions without it may use the database. */
  readonly isAddition: boolean
  /**
   * The header `-- Requires 0180-….sql: why`: from now on only versions that know this migration may use the
   * database. It may be the file itself. A migration that removes something has this header
   * (docs/decisions/0096-upgrade-without-a-pause.md).
   */
  readonly requires: string | undefined
  /** The header `-- Outside of a transaction.`: its only statement builds an index concurrently. */
  readonly isOutside: boolean
}

/** Returns the names of all migrations of this version, oldest first. */
export function listKnownMigrations(): string[] {
  return readdirSync(files)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Reads a migration of this version. */
export function readMigration(name: string): Migration {
  return parseMigration(name, readFileSync(new URL(name, files), 'utf8'))
}

/** Returns the migration of a file's name and text. */
export function parseMigration(name: string, sql: string): Migration {
  return {
    name,
    statements: statementsOf(sql),
    isAddition: name > lastOfAll,
    requires: /^-- Requires (\S+\.sql)\b/m.exec(sql)?.[1],
    isOutside: /^-- Outside of a transaction\./m.test(sql),
  }
}

/**
 * Returns the statements of a migration. A statement ends with a semicolon at the end of a line, outside of `$$ …
 * $$`, the body of a function. A line that begins with `--` is a comment.
 */
export function statementsOf(sql: string): string[] {
  const hidden = sql.replaceAll(/^\s*--.*$/gm, '').replaceAll(functionBody, (body) => body.replaceAll(';', noSemicolon))
  return hidden
    .split(/;\s*$/m)
    .map((statement) => statement.trim().replaceAll(noSemicolon, ';'))
    .filter((statement) => statement !== '')
}

const functionBody = /\$\$.*?\$\$/gs
const noSemicolon = '\u0000'
