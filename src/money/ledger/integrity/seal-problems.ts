import { firstHash, sealForm } from '../seals-sql.ts'

/** A stored seal, and the hash of its current entries. */
export interface SealRecord {
  readonly number: bigint
  readonly form: number
  readonly entries: number
  readonly previousHash: Buffer
  readonly hash: Buffer
  readonly foundEntries: number
  readonly computedHash: Buffer
}

/** Compares a seal with its entries and with the seal before it in the merchant's chain; undefined: it is the first. */
export function findSealProblems(seal: SealRecord, before: SealRecord | undefined): string[] {
  return [...findChainProblems(seal, before), ...findContentProblems(seal)]
}

function findChainProblems({ number, previousHash }: SealRecord, before: SealRecord | undefined): string[] {
  const found: string[] = []
  const next = (before?.number ?? 0n) + 1n
  if (number !== next)
    found.push(`before it there is no seal ${next === number - 1n ? next : `${next} to ${number - 1n}`}`)
  if (previousHash.equals(before?.hash ?? firstHash)) return found
  const isFork = before?.previousHash.equals(previousHash) ?? false
  found.push(
    isFork
      ? `it follows on the same seal as ${before?.number}: the chain forks`
      : 'it does not follow on the seal before it',
  )
  return found
}

function findContentProblems({ form, entries, foundEntries, hash, computedHash }: SealRecord): string[] {
  if (form !== sealForm) return [`its form is ${form}, which is none`]
  if (entries !== foundEntries) return [`it sealed ${entries} entries, and there are ${foundEntries} of them`]
  return hash.equals(computedHash) ? [] : ['it does not fit its entries: they were changed, or it was']
}
