// The members that tests use. The package's own types would need those of its web framework.
declare module 'oidc-provider' {
  export interface ProviderOptions {
    readonly clients: readonly object[]
    readonly claims: object
    readonly findAccount: (context: unknown, id: string) => object
    readonly jwks: { readonly keys: readonly object[] }
    readonly cookies: object
    readonly pkce: object
  }

  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default class Provider {
    constructor(issuer: string, options: ProviderOptions)
    readonly Session: { readonly prototype: { loginAccount(details: object): void } }
    callback(): (request: object, response: object) => void
  }
}
