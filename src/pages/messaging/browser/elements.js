// Makes elements without HTML texts, styles or attributes that a shop's Content-Security-Policy may refuse.

/** Returns an element of this name, with attributes and children: elements, texts, or nothing. */
export function element(name, attributes = {}, ...children) {
  const namespace = /^(svg|circle)$/.test(name) ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml'
  const made = document.createElementNS(namespace, name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value) made.setAttribute(attribute, value)
  }
  made.append(...children.flat().filter((child) => child))
  return made
}

/** Qist's mark: a ring of four arcs, the first one filled. */
export function mark() {
  const arcs = (name, dashes) =>
    element('circle', { class: name, cx: 12, cy: 12, r: 9.25, pathLength: 100, 'stroke-dasharray': dashes })
  return element('svg', { viewBox: '0 0 24 24', width: 24, height: 24, fill: 'none', 'aria-hidden': 'true' }, [
    arcs('arc', '15.5 9.5'),
    arcs('arc first', '15.5 84.5'),
  ])
}

/**
 * Returns the parts of a text: `{name}` is replaced by an element around the value. An amount is isolated, because it
 * may be in another direction than its sentence, and never broken into two lines.
 */
export function fill(text, values) {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : element('bdi', {}, values[part])))
}

let sheet

/**
 * Gives a shadow root its style. A constructed sheet needs no permission of the shop's Content-Security-Policy. Returns
 * the elements that the root needs instead, in a browser without constructed sheets.
 */
export function addStyle(root, service) {
  try {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(service.style)
    }
    root.adoptedStyleSheets = [sheet]
    return []
  } catch {
    // Safari before 16.4 has no constructed sheets.
    return [element('link', { rel: 'stylesheet', href: service.origin + service.styleAddress })]
  }
}
