/** A text that is already HTML. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text
  }
}

/** @type {Readonly<Record<string, string>>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** @typedef {Html | string | number | false | undefined | readonly Html[]} Part */

/** @param {Part} part @returns {string} */
function write(part) {
  if (part instanceof Html) return part.text
  if (part === false || part === undefined) return ''
  if (Array.isArray(part)) return part.map(write).join('')
  return String(part).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/**
 * Puts texts into HTML. A text that is not HTML itself is escaped, whatever its source.
 * @param {TemplateStringsArray} texts
 * @param {Part[]} parts
 */
export function html(texts, ...parts) {
  return new Html(texts.map((text, index) => text + write(parts[index])).join(''))
}

/** Returns a whole page. @param {string} title @param {Html} body @param {{ isWaiting?: boolean }} [options] */
export function page(title, body, { isWaiting = false } = {}) {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isWaiting && html`<meta http-equiv="refresh" content="3">`}
<title>${title}</title>
<link rel="stylesheet" href="/shop.css">
<header><a href="/">Souk &amp; Loom</a></header>
${body}
</html>
`.text
}
