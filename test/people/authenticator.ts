import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import type { BackOfficeVisitor } from '../../testkit/back-office-visitor.ts'

/** A page with an authenticator that answers by itself, as a phone does after a finger. */
export interface PasskeyPage {
  readonly page: Page
  /** Chromium's own protocol, which has the authenticator. */
  readonly cdp: CDPSession
  readonly authenticatorId: string
  close(): Promise<void>
}

/** Host rules with which the browser finds localhost. */
export const localhostRules = ['MAP localhost 127.0.0.1']

/** Returns the address at which a sandbox of 127.0.0.1 takes passkeys. */
export const passkeyUrlOf = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** Opens a page with a virtual authenticator, signed in as the visitor. */
export async function openPasskeyPage(
  browser: Browser,
  visitor?: BackOfficeVisitor,
  options: BrowserContextOptions = {},
): Promise<PasskeyPage> {
  const context = await browser.newContext({ locale: 'en', ...options })
  // With the path of the service's own cookie: a second one beside it would be refused.
  const cookies = [...(visitor?.cookies ?? [])].map(([name, value]) => ({
    ...{ name, value, domain: 'localhost', path: name === 'qist_support' ? '/support' : '/dashboard' },
  }))
  await context.addCookies(cookies)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { page, cdp, authenticatorId, close: () => context.close() }
}

/** Adds a passkey of this name on the person's own page. */
export async function addPasskeyAt({ page }: PasskeyPage, url: string, name: string, backOffice = 'dashboard') {
  await page.goto(`${passkeyUrlOf(url)}/${backOffice}/me`)
  await page.locator('#passkeys a.button').click()
  await page.locator('#name').fill(name)
  await page.locator('.passkey button').click()
}

/** Returns the ceremony of a page's button, as JSON. */
export function ceremonyIn(text: string): string {
  const found = /data-passkey="([^"]+)"/.exec(text)?.[1] ?? ''
  return found.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** The browser's objects, in the functions that the page evaluates. */
declare const PublicKeyCredential: {
  parseCreationOptionsFromJSON(options: unknown): unknown
  parseRequestOptionsFromJSON(options: unknown): unknown
}
declare const navigator: {
  credentials: Record<'create' | 'get', (options: { publicKey: unknown }) => Promise<unknown>>
}

/**
 * Has the authenticator answer a ceremony, at the address that the page shows. Returns the answer as a form sends it.
 * `changes`: options that the page asks for instead.
 */
export function answerTo(
  { page }: PasskeyPage,
  ceremony: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  return page.evaluate(
    async ([text, others]) => {
      const { kind, options } = JSON.parse(text) as { kind: 'create' | 'get'; options: object }
      const publicKeyOptions = { ...options, ...JSON.parse(others) }
      const publicKey =
        kind === 'create'
          ? PublicKeyCredential.parseCreationOptionsFromJSON(publicKeyOptions)
          : PublicKeyCredential.parseRequestOptionsFromJSON(publicKeyOptions)
      return JSON.stringify(await navigator.credentials[kind]({ publicKey }))
    },
    [ceremony, JSON.stringify(changes)] as const,
  )
}
