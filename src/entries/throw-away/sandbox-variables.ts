import type { ThrowAway } from './open-throw-away.ts'

/** Returns the variables by which a shop finds the sandbox, its keys and the sign-in of its dashboard. */
export function variablesOf({ url, ksaUrl, merchant }: Pick<ThrowAway, 'url' | 'ksaUrl' | 'merchant'>) {
  const { test, live } = merchant.keys
  const addresses = { uae: url, ksa: ksaUrl }
  const { email, password } = merchant.dashboard
  return {
    // The keys belong to one region.
    ...{ QIST_URL: addresses[merchant.merchant.region], QIST_KSA_URL: ksaUrl },
    ...{ QIST_SECRET_KEY: test.secret, QIST_PUBLIC_KEY: test.public },
    ...{ QIST_LIVE_SECRET_KEY: live.secret, QIST_LIVE_PUBLIC_KEY: live.public },
    ...{ QIST_DASHBOARD_EMAIL: email, QIST_DASHBOARD_PASSWORD: password },
  }
}
