import type { App } from '../../../platform/app/app.ts'
import type { Examined, Finding } from '../../../platform/base/finding.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import { findLinkProblems } from './link-problems.ts'
import { type LinkIntegrityRow, listLinksForIntegrity } from './store.ts'

const batch = 500

/** Compares every payment link with the payments of its sessions. Repairs nothing. */
export async function* checkLinks(app: App): AsyncGenerator<Examined> {
  const pages = readPages(({ merchant_id: afterMerchant, id: afterLink }) =>
    app.db.run(listLinksForIntegrity, { afterMerchant, afterLink, limit: batch }),
  )
  for await (const rows of pages) yield { checked: rows.length, findings: rows.flatMap(findingOf) }
}

function findingOf({ merchant_id: merchantId, id, is_paid: isPaid, ...row }: LinkIntegrityRow): Finding[] {
  const problems = findLinkProblems({ isPaid, paymentId: row.payment_id, authorized: row.authorized })
  return problems.length === 0 ? [] : [{ kind: 'link', merchantId, id, problems }]
}
