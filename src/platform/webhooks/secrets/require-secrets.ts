import type { App } from '../../app/app.ts'
import { UnusableDatabase } from '../../db/unusable.ts'
import { sampleSealed } from '../store/signing-secrets.ts'

/** The number of secrets that are tried for each key, so that one damaged secret does not stop the service. */
const samples = 5

/**
 * Throws an UnusableDatabase, which never shows a key, if webhook secrets are stored that no configured key
 * decrypts: their notifications could not be sent. Checks the key of every stored secret and decrypts some of each.
 */
export async function requireSecrets(app: Pick<App, 'db' | 'secrets' | 'clock' | 'config'>): Promise<void> {
  const rows = await app.db.run(sampleSealed, { at: app.clock.now(), perKey: samples })
  const byKey = Map.groupBy(rows, (row) => row.key_id.toString('hex'))
  let locked = 0
  for (const found of byKey.values()) {
    const opens = found.some(({ sealed, merchant_id }) => canOpen(app, sealed, merchant_id))
    if (!opens) locked += found[0]?.stored ?? 0
  }
  if (locked === 0) return
  const count = locked === 1 ? '1 stored webhook secret does' : `${locked} stored webhook secrets do`
  throw new UnusableDatabase(`${count} not open with ${adviceFor(app)}`)
}

function canOpen(app: Pick<App, 'secrets'>, sealed: Buffer, merchantId: string): boolean {
  try {
    app.secrets.decrypt(sealed, merchantId)
    return true
  } catch {
    return false
  }
}

function adviceFor({ config }: Pick<App, 'config'>): string {
  const withKeys = 'set SECRETS_KEY to the key they were encrypted with, or name it in SECRETS_KEY_EARLIER'
  return config.secretsKey === undefined
    ? `the key that was made in DATA_DIR=${config.dataDir}: ${withKeys}, or set DATA_DIR to the folder whose secrets.key it is`
    : `SECRETS_KEY=(hidden) or SECRETS_KEY_EARLIER: ${withKeys}`
}
