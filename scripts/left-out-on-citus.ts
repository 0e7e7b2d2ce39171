/**
 * A test that a store with shards cannot pass, by its name, and the reason
 * (docs/operations.md#beyond-one-database-server-citus).
 */
export interface LeftOut {
  readonly test: string
  readonly file: string
  readonly reason: string
}

const keepsMerchants =
  `a sandbox on a cluster removes no merchant that nobody has used: whether one was used is in the shards, and its keys are
  on every node, so that no one statement can see the one and take the other`.replaceAll(/\s+/g, ' ')

export const leftOutOnCitus: readonly LeftOut[] = [
  'the oldest unused merchants go when more are made, and what is used stays',
  'what a merchant is made with is no use of it, and goes with it',
  'a merchant that is used just as it goes is not removed',
  'however many are made at once, no more than that many have keys',
].map((test) => ({ test, file: 'test/api/merchant-quota.test.ts', reason: keepsMerchants }))
