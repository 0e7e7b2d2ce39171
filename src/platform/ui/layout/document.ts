import type { PageAssets } from '../assets.ts'
import { type Content, html, renderHtml, spread } from '../html.ts'
import type { Lang } from '../words/lang.ts'

export interface DocumentProps {
  readonly lang: Lang
  readonly direction?: 'ltr' | 'rtl'
  readonly title: string
  readonly assets: PageAssets
  /** Set if the style handles a phone's rounded corners and bars (`safe-area-inset`). */
  readonly viewportFit?: 'cover'
  /** More `meta` elements. */
  readonly meta?: Content
  /** Without a script the page opens this address after some seconds. */
  readonly refresh?: { readonly seconds: number; readonly address: string } | undefined
  /** Data attributes of the body, for the script. */
  readonly data?: Readonly<Record<string, string | number>> | undefined
}

/** Returns a whole HTML document. It refers to no other host, and has no inline script or style. */
export function renderDocument(props: DocumentProps, content: Content): string {
  const { assets, refresh } = props
  const viewport = ['width=device-width', 'initial-scale=1', props.viewportFit && `viewport-fit=${props.viewportFit}`]
  return `<!doctype html>${renderHtml(html`<html lang=${props.lang} dir=${props.direction}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content=${viewport.filter(Boolean).join(', ')} />
      <meta name="color-scheme" content="light dark" />
      ${props.meta}
      <title>${props.title}</title>
      <link rel="icon" type="image/svg+xml" href=${assets.icon} />
      <link rel="stylesheet" href=${assets.style} />
      ${refresh && html`<noscript><meta http-equiv="refresh" content=${`${refresh.seconds};url=${refresh.address}`} /></noscript>`}
      ${assets.script && html`<script src=${assets.script} type="module"></script>`}
    </head>
    <body ...${spread(dataAttributes(props.data ?? {}))}>${content}</body>
  </html>`)}`
}

function dataAttributes(data: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, String(value)]))
}
