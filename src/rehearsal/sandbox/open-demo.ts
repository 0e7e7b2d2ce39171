import type { App } from '../../platform/app/app.ts'
import { openDemoMerchants } from '../../platform/merchants/open-demo-merchants.ts'
import { openDemoPeople } from '../../platform/people/demo/open-demo-people.ts'
import { followChanges } from '../journal/journals.ts'

/**
 * Makes what a sandbox starts with and is not there yet: the demo merchants, the people who work for them and for support, and what gets
 * every change into the journal.
 */
export async function openDemo(app: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  await followChanges(app, app.config.rehearsal)
  await openDemoPeople(app, await openDemoMerchants(app))
}
