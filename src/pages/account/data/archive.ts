import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Customer } from '../../../money/customers/customer-payments.ts'
import { sections } from '../../../money/customers/customer-record.ts'
import { type ExportedCustomer, exportCustomer } from '../../../money/customers/export-customer.ts'
import type { App } from '../../../platform/app/app.ts'
import { listSignInsOf } from '../sign-in/sign-ins.ts'
import { renderExport } from './export-page.ts'

/** Upper limits of the JSON of an export, in characters: for the account, and for an operator. */
const mostCharacters = { account: 32 * 1024 * 1024, operator: 256 * 1024 * 1024 }

/**
 * Returns everything that is kept of a customer as a ZIP, in pieces: `customer.json`, `customer.html` (the same to
 * read) and the files below `files/`. Undefined for an unknown phone (docs/contract/terms.md#export).
 */
export async function openArchive(
  app: App,
  customer: Customer,
  asker: 'account' | 'operator',
): Promise<Readable | undefined> {
  const exported = await exportCustomer(app, customer, {
    unproved: asker === 'operator' ? 'whole' : 'outline',
    mostCharacters: mostCharacters[asker],
  })
  if (exported === undefined) return undefined
  const other = { ...exported.other, account: await listSignInsOf(app, customer) }
  const zip = new ZipFile()
  // A part is written, and a file is opened, when its turn comes.
  const add = (name: string, open: () => Promise<Readable>): void => {
    zip.addReadStreamLazy(name, (take) => {
      open().then(
        (content) => take(null, content),
        (error: Error) => take(error, Readable.from([])),
      )
    })
  }
  add('customer.json', async () => Readable.from(writeJson({ ...exported, other })))
  add('customer.html', async () => Readable.from(renderExport({ ...exported, other })))
  for (const { name, open } of exported.files) add(`files/${name}`, open)
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error) => output.destroy(error as Error))
  zip.end()
  return output
}

function* writeJson({ head, lists, other }: ExportedCustomer): Generator<string> {
  // Without the brace at its end.
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const section of sections) {
    yield `,\n  "${section}": [`
    for (const [index, one] of lists[section].entries()) yield `${index === 0 ? '' : ','}\n    ${one}`
    yield lists[section].length === 0 ? ']' : '\n  ]'
  }
  yield `,\n  "other": ${JSON.stringify(other)}\n}\n`
}
