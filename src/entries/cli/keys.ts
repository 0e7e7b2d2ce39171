import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseId } from '../../platform/base/ids.ts'
import { issueKey } from '../../platform/merchants/keys/issue-key.ts'
import { type KeyKind, type KeyPermission, permissions, readPermissions } from '../../platform/merchants/keys/key.ts'
import { listKeys, revokeKey } from '../../platform/merchants/keys/keys.ts'
import { formatMoment, jsonOption, type PrintOptions, printJson, printLine, printRows } from './output.ts'
import { withApp } from './with-app.ts'

interface MerchantOptions extends PrintOptions {
  readonly merchant: string
}

interface IssueOptions extends MerchantOptions {
  readonly kind: KeyKind
  readonly mode: 'test' | 'live'
  readonly name: string
  readonly permissions?: readonly KeyPermission[]
}

interface RevokeOptions extends MerchantOptions {
  readonly key: string
}

export const merchantOption = ['--merchant <id>', "the merchant's id", readId] as const

/** `qist key issue|list|revoke`. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description("merchants' keys")
  key
    .command('issue')
    .description('make another key; it is shown once, and earlier keys go on working')
    .requiredOption(...merchantOption)
    .addOption(
      new Option('--kind <kind>', 'for a server (secret) or for apps (public)')
        .choices(['secret', 'public'])
        .default('secret'),
    )
    .addOption(new Option('--mode <mode>', 'which payments it is for').choices(['test', 'live']).makeOptionMandatory())
    .option('--name <name>', 'what it is called, so that one knows it from others', '')
    .option(
      '--permissions <names>',
      `what a secret key may do, of ${permissions.join(',')}; without it everything`,
      readPermissionList,
    )
    .option(...jsonOption)
    .action(async (options: IssueOptions) => {
      const { merchant, kind, mode, name, permissions: chosen } = options
      const request = { kind, isTest: mode === 'test', name, ...(chosen !== undefined && { permissions: chosen }) }
      const issued = await withApp((app) => issueKey(app, merchant, request))
      if (options.json) return printJson(issued)
      printLine(`Key ${issued.id}. It is not shown again:\n${issued.key}`)
    })
  key
    .command('list')
    .description("a merchant's keys, by their names, permissions and last four characters")
    .requiredOption(...merchantOption)
    .option(...jsonOption)
    .action(async (options: MerchantOptions) => {
      const keys = await withApp((app) => listKeys(app, options.merchant))
      const rows = keys.map((row) => ({
        id: row.id,
        name: row.name,
        kind: row.kind,
        mode: row.isTest ? 'test' : 'live',
        permissions: row.permissions.join(','),
        'last four': row.lastFour,
        created: formatMoment(row.createdAt),
        'last used': formatMoment(row.lastUsedAt),
        revoked: formatMoment(row.revokedAt),
      }))
      printRows(rows, options)
    })
  key
    .command('revoke')
    .description('make a key useless, within two seconds in every process')
    .requiredOption(...merchantOption)
    .requiredOption('--key <id>', "the key's id", readId)
    .action(async (options: RevokeOptions) => {
      await withApp((app) => revokeKey(app, options.merchant, options.key))
      printLine(`Key ${options.key} is revoked.`)
    })
}

function readPermissionList(text: string): readonly KeyPermission[] {
  const chosen = readPermissions(text.split(',').map((name) => name.trim()))
  if (chosen === undefined) throw new InvalidArgumentError(`One or more of ${permissions.join(',')}.`)
  return chosen
}

export function readId(text: string): string {
  const id = parseId(text)
  if (id === undefined) throw new InvalidArgumentError('Not a UUID.')
  return id
}
