import { readdirSync, readFileSync } from 'node:fs'

const files = new URL('./migrations/', import.meta.url)

/** The last migration of 0.1.0: it and those before it are known to every version that there is. */
const lastOfAll = '0175-journal-in-shards.sql'

/** One file of `migrations/`. */
export interface Migration {
  readonly name: string
  /** Each is sent by itself, as sharded engines and poolers want it. */
  readonly statements: readonly string[]
  /** Whether versions that do not know it may work on a database that has it, since it only adds. */
  readonly isAddition: boolean
  /**
   * The header `-- Requires 0180-….sql: why`: from now on only versions that know this migration, which may be the file itself, may work
   * on the database. Whoever takes something away says so (docs/decisions/0096-upgrade-without-a-pause.md).
   */
  readonly requires: string | undefined
  /** The header `-- Outside of a transaction.`: its only statement makes an index beside everybody's writing. */
  readonly isOutside: boolean
}

/** The names of all migrations of this version, oldest first. */
export function listKnownMigrations(): string[] {
  return readdirSync(files)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/** Reads one of these migrations. */
export function readMigration(name: string): Migration {
  return parseMigration(name, readFileSync(new URL(name, files), 'utf8'))
}

/** The migration that a file of this name and text is. */
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
 * The statements of a migration. One ends with a semicolon at the end of a line that is not within `$$ … $$`, the body of a function; a
 * line of its own is a comment from `--` on.
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
