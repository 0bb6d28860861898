/**
 * The first script, so small that it runs while the browser loads the app: it sends the first request,
 * loads the code of the opened screen, and creates the formatters.
 */
import { formatIn } from './i18n/formats.ts'
import { browserLanguage, storedLanguage } from './i18n/languages.ts'
import { sendFirstRequest } from './screens/first-request.ts'
import { loadScreenAt } from './screens/screens.ts'

void import('./main.tsx')
loadScreenAt(location.pathname)
sendFirstRequest(location)
// In a new page, Intl loads its data first, which takes 20 ms.
formatIn(storedLanguage() ?? browserLanguage())
// So that the first page does not show another font first.
void document.fonts.load('1em Inter')
