import type { App } from '../../../platform/app/app.ts'
import { listSealHashes } from './store.ts'

/** Which of these hashes are of no seal of any merchant: the end of a chain that had them was cut off. */
export async function findMissingHeads(app: App, hashes: readonly Buffer[]): Promise<Buffer[]> {
  if (hashes.length === 0) return []
  const rows = await app.db.run(listSealHashes, { hashes })
  return hashes.filter((hash) => !rows.some((row) => row.hash.equals(hash)))
}
