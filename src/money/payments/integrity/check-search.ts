import type { App } from '../../../platform/app/app.ts'
import { type Examined, type Finding, maxDifferences } from '../../../platform/base/finding.ts'
import { listWrongTerms } from '../search/search-index.ts'
import { listWithoutTerms } from '../search/store/filling.ts'

/** The letters of a payment's terms, sorted. */
const letters = ['a', 'e', 'p', 'r']
const names: Readonly<Record<string, string>> = { a: 'amount', e: 'e-mail', p: 'phone', r: 'order reference' }

/** Compares the search terms of each payment with its data. Yields findings batch by batch. Repairs nothing. */
export async function* checkSearch(app: App): AsyncGenerator<Examined> {
  for await (const { checked, foreign } of listWrongTerms(app)) {
    const findings = foreign.map(({ merchantId, payment_id, term }): Finding => {
      const [letter = '', value] = [term.slice(0, 1), term.slice(1)]
      const problem = `is found by the ${names[letter] ?? 'unknown'} ${JSON.stringify(value)}, which it has not`
      return finding(merchantId, payment_id, problem)
    })
    yield { checked, findings }
  }
  const incomplete = await app.db.run(listWithoutTerms, { letters, limit: maxDifferences })
  const findings = incomplete.map(({ merchant_id, id, found_by }) => {
    const missing = letters.filter((letter) => !found_by.includes(letter)).map((letter) => names[letter])
    const problem = missing.length === 0 ? 'is found by something twice' : `is not found by its ${missing.join(', ')}`
    return finding(merchant_id, id, problem)
  })
  yield { checked: 0, findings }
}

function finding(merchantId: string, id: string, problem: string): Finding {
  return { kind: 'payment', merchantId, id, paymentId: id, problems: [problem] }
}
