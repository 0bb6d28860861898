import { texts } from '../../languages.ts'

export default function NotFound() {
  return (
    <>
      <title>{texts.en.notFound}</title>
      <h1>{texts.en.notFound}</h1>
      <p>
        <a href="/en">{texts.en.all}</a>
      </p>
    </>
  )
}
