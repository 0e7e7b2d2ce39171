import { type Content, html } from '../html.ts'
import { Icon, type IconName } from './icon.ts'
import { Ring } from './ring.ts'

/** How something ended: an icon in the ring. */
export function Seal({ icon, filled }: { icon: IconName; filled: number }): Content {
  return html`<div class="seal">${Ring({ filled, size: 88 })}${Icon({ name: icon, size: 36 })}</div>`
}
