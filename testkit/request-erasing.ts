import { requestErasing } from '../src/money/customers/erasure-requests.ts'
import type { App } from '../src/platform/app/app.ts'
import { newOrderedId } from '../src/platform/base/ids.ts'

/** Stores another agent's request to erase a live customer, and returns its id. */
export async function requestErasingOf(app: App, phone: string): Promise<string> {
  let requested = ''
  const by = { id: newOrderedId(), name: 'Another agent' }
  await requestErasing(app, { phone, isTest: false }, by, 'The customer wrote.', async (_, id) => {
    requested = id
  })
  return requested
}
