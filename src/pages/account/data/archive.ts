import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { exportCustomer } from '../../../money/customers/export-customer.ts'
import type { Customer } from '../../../money/customers/find-purchases.ts'
import type { App } from '../../../platform/app/app.ts'
import { renderExport } from './export-page.ts'

/**
 * Returns everything that is kept of a customer as a ZIP, in pieces: `customer.json`, `customer.html` (the same to
 * read) and the files below `files/`. Undefined for an unknown phone (docs/contract/terms.md#export).
 */
export async function openArchive(app: App, customer: Customer): Promise<Readable | undefined> {
  const exported = await exportCustomer(app, customer)
  if (exported === undefined) return undefined
  const { record, files, language } = exported
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`${JSON.stringify(record, null, 2)}\n`), 'customer.json')
  zip.addBuffer(Buffer.from(renderExport(record, language)), 'customer.html')
  // A file is opened when its turn comes.
  for (const { name, open } of files) {
    zip.addReadStreamLazy(`files/${name}`, (take) => {
      open().then(
        (content) => take(null, content),
        (error: Error) => take(error, Readable.from([])),
      )
    })
  }
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error) => output.destroy(error as Error))
  zip.end()
  return output
}
