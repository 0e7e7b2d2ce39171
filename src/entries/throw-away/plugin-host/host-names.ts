import type { Region } from '../../../platform/base/market-entries.ts'

/** A name that existing clients have built in, with the region that answers it. */
export interface ClientName {
  readonly name: string
  readonly domain: string
  readonly region: Region
  /** Answered here with 404 and never passed on: plug-ins send a live secret key there. */
  readonly isClosed: boolean
}

const passed = ['api', 'checkout', 'widgets']
const closed = ['plugins-api']

const domainForm = /^(?=.{1,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** Returns the domains of a list with commas, without repetitions; undefined if one of them is no domain. */
export function parseDomains(text: string): readonly string[] | undefined {
  const domains = [...new Set(text.split(',').map((domain) => domain.trim().toLowerCase()))]
  return domains.every((domain) => domainForm.test(domain)) ? domains : undefined
}

/** Returns the names of the domains. A domain that ends in `.sa` is of the KSA region, any other one of UAE. */
export function namesOf(domains: readonly string[]): readonly ClientName[] {
  return domains.flatMap((domain) => {
    const region = domain.endsWith('.sa') ? 'ksa' : 'uae'
    return [...passed, ...closed].map((part) => ({
      ...{ name: `${part}.${domain}`, domain, region, isClosed: closed.includes(part) },
    }))
  })
}
