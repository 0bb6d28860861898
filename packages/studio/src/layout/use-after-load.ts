import { useEffect, useState } from 'react'

/** By then, the first screen is loaded. */
const loadedMs = 5000

/** False while the page loads. What nobody waits for, such as the state of webhooks, is read afterwards. */
export function useAfterLoad(): boolean {
  const [isLoaded, setIsLoaded] = useState(() => performance.now() >= loadedMs)
  useEffect(() => {
    const timer = setTimeout(() => setIsLoaded(true), loadedMs - performance.now())
    return () => clearTimeout(timer)
  }, [])
  return isLoaded
}
