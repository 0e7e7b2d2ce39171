import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Customer } from '../../../money/customers/customer-payments.ts'
import { sections } from '../../../money/customers/customer-record.ts'
import { type ExportedCustomer, exportCustomer } from '../../../money/customers/export-customer.ts'
import { takeSlot } from '../../../money/customers/slots.ts'
import type { App } from '../../../platform/app/app.ts'
import { minute } from '../../../platform/base/times.ts'
import { listSignInsOf } from '../sign-in/sign-ins.ts'
import { renderExport } from './export-page.ts'

/** A file of up to this size is made before it is sent: a customer who reads slowly keeps nobody waiting. */
const heldBytes = 4 * 1024 * 1024
/** A reader of a larger file gives up the place after this time. */
const readMs = 2 * minute

/**
 * Returns the archive for a page, or `busy` if the customer has one under way or all places are taken. Undefined for an
 * unknown phone.
 */
export async function makeArchive(app: App, customer: Customer): Promise<Readable | Buffer | 'busy' | undefined> {
  const end = takeSlot(app, 'export', customer)
  if (end === undefined) return 'busy'
  let isStreamed = false
  try {
    const archive = await openArchive(app, customer, 'account')
    if (archive === undefined) return undefined
    const pieces = archive[Symbol.asyncIterator]()
    const held: Buffer[] = []
    for (let bytes = 0; bytes <= heldBytes; bytes += held.at(-1)?.length ?? 0) {
      const { done, value } = await pieces.next()
      if (done) return Buffer.concat(held)
      held.push(value)
    }
    isStreamed = true
    const whole = Readable.from(joined(held, pieces))
    const timer = setTimeout(() => whole.destroy(), readMs).unref()
    whole.once('close', () => {
      clearTimeout(timer)
      archive.destroy()
      end()
    })
    return whole
  } finally {
    if (!isStreamed) end()
  }
}

async function* joined(held: readonly Buffer[], pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* held
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
}

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
