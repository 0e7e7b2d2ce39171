import type { FastifyInstance } from 'fastify'

/**
 * Leads whoever opens the address of a form to the page that it was on, the nearest one above, with the same query: by its link, by a reload, or
 * when the language is changed on a page that answered the form. `addRoutes` registers pages and forms; a form whose address is a page's too
 * is left alone.
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
      // Looked for now: the page may have been registered after the form, by somebody else.
      let kept = parts.length - 1
      while (kept > 2 && !isPage(parts.slice(0, kept).join('/'))) kept -= 1
      const page = path.split('/').slice(0, kept).join('/')
      return reply.redirect(query === undefined ? page : `${page}?${query}`, 303)
    })
  }
}

/** The address without slashes at the end of its path; undefined where there are none. */
export function withoutLastSlash(address: string): string | undefined {
  const [path = '', ...query] = address.split('?')
  return path.endsWith('/') ? [path.replace(/\/+$/, ''), ...query].join('?') : undefined
}
