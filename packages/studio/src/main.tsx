import '@mantine/core/styles.css'
import './theme/fonts.css'
import './theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { LanguageProvider } from './i18n/text.tsx'
import { router } from './router.tsx'
import { shareNonce, styleNonce } from './theme/nonce.ts'
import { theme } from './theme/theme.ts'

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has no #root')

shareNonce()

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
)
