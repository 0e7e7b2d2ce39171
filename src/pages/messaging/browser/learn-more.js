// The page of "Learn more" in an app, which may hand over the data of the snippet after it has opened the page.

import { queryOf } from './figures.js'
import { readOptions } from './options.js'

addEventListener('message', ({ data: message }) => {
  const { type, data } = parsed(message)
  if (type !== 'initializationData') return
  const options = readOptions(parsed(data))
  const query = queryOf(options)
  const shown = new URLSearchParams(location.search)
  const isShown = [...new URLSearchParams(query)].every(([name, value]) => shown.get(name) === value)
  if (options.price && !isShown) location.replace(`${location.pathname}?${query}`)
})

function parsed(value) {
  try {
    return Object(typeof value === 'string' ? JSON.parse(value) : value)
  } catch {
    return {}
  }
}
