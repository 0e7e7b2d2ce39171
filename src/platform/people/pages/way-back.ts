import type { FastifyInstance } from 'fastify'

/**
 * Redirects a GET of a form's address to the nearest page above it, with the same query. Browsers send one on a reload,
 * or when the language changes on a page that answered the form. `addRoutes` registers pages and forms. A form at a
 * page's address needs no redirect.
 */
export function addRoutesBack(server: FastifyInstance, addRoutes: () => void): void {
  const forms: string[] = []
  server.addHook('onRoute', ({ method, url }) => {
    if (method === 'POST') forms.push(url)
  })
  addRoutes()
  const withoutPage = forms.filter((url) => !url.endsWith('*') && !server.hasRoute({ method: 'GET', url }))
  const isPage = (url: string): boolean => server.hasRoute({ method: 'GET', url }) && !withoutPage.includes(url)
  for (const form of withoutPage) {
    const parts = form.split('/')
    server.get(form, { schema: { hide: true } }, async ({ url }, reply) => {
      const [path = '', query] = url.split('?')
      // Searched per request: the page may be registered after the form.
      let kept = parts.length - 1
      while (kept > 2 && !isPage(parts.slice(0, kept).join('/'))) kept -= 1
      const page = path.split('/').slice(0, kept).join('/')
      return reply.redirect(query === undefined ? page : `${page}?${query}`, 303)
    })
  }
}

/** Returns the address without slashes at the end of its path; undefined if there are none. */
export function withoutLastSlash(address: string): string | undefined {
  const [path = '', ...query] = address.split('?')
  return path.endsWith('/') ? [path.replace(/\/+$/, ''), ...query].join('?') : undefined
}
