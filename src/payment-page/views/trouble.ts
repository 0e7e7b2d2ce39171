import type { AssetAddresses } from '../frame.ts'
import { html } from '../html.ts'
import { renderPage } from '../layout.ts'
import { Ring, type Sign, SignIcon } from '../mark.ts'
import type { Words } from '../words.ts'

export type Trouble = 'notFound' | 'broken' | 'busy' | 'stale'

const signs: Record<Trouble, Sign> = { notFound: 'cross', broken: 'mark', busy: 'hands', stale: 'hands' }

/** A page without a session: it does not exist, or something is in its way. `again` is where to try once more. */
export function renderTrouble(
  words: Words,
  assets: AssetAddresses,
  trouble: Trouble,
  again: string | undefined,
): string {
  const { texts } = words
  const title = texts[`${trouble}Title`]
  const label = trouble === 'stale' ? texts.openAgain : texts.tryAgain
  return renderPage(
    { words, title, assets },
    html`<main id="main" class="sheet sheet-low"><section class="outcome outcome-refused">
      <div class="seal"><${Ring} filled=${0} size=${88} /><${SignIcon} sign=${signs[trouble]} size=${36} /></div>
      <h1>${title}</h1><p class="lead">${texts[`${trouble}Lead`]}</p>
      ${again && html`<div class="action"><a class="primary" href=${again}>${label}</a></div>`}
    </section></main>`,
  )
}
