// The end of the promo script. `service` stands at its beginning.

import { openForElements, snippetConstructor } from './constructors.js'
import { drawPromo } from './promo.js'

/* global service */
window[service.name] = snippetConstructor(service, 'promo', drawPromo)
openForElements(service)
