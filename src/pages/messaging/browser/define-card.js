// The end of the card script. `service` stands at its beginning.

import { drawCard } from './card.js'
import { openForElements, snippetConstructor } from './constructors.js'

/* global service */
window[service.name] = snippetConstructor(service, 'card', drawCard)
openForElements(service)
