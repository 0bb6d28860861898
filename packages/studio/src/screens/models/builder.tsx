import { Button } from '@mantine/core'
import type { SchemaDocument } from '@octavo/schema/admin/schema.ts'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { JsonExample } from './json-example.tsx'
import classes from './models.module.css'
import { NewType } from './new-type.tsx'
import { Review } from './review.tsx'
import { TypeEditor } from './type-editor.tsx'
import { TypeList } from './type-list.tsx'
import { schemaOf, withType, workOf, type Kind, type Place, type Work } from './work.ts'

export function Builder({ document }: { document: SchemaDocument }) {
  const t = useText()
  const [base, setBase] = useState(document)
  const [work, setWork] = useState(() => workOf(document.schema))
  const [place, setPlace] = useState<Place | null>(() => firstPlace(work))
  const [making, setMaking] = useState<Kind | null>(null)
  const [isReviewing, setIsReviewing] = useState(false)
  const wanted = useMemo(() => schemaOf(work, base.schema), [work, base])
  const isChanged = useMemo(
    () => JSON.stringify(wanted) !== JSON.stringify(schemaOf(workOf(base.schema), base.schema)),
    [wanted, base],
  )
  const begin = (next: SchemaDocument): void => {
    const fresh = workOf(next.schema)
    const open = place && work[place.kind].find(({ key }) => key === place.key)
    const same = open && fresh[place.kind].find(({ luid }) => luid === open.luid)
    setBase(next)
    setWork(fresh)
    setPlace(same ? { kind: place.kind, key: same.key } : firstPlace(fresh))
  }
  useEffect(() => {
    if (document.version !== base.version && !isChanged) begin(document)
  })
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm(t('models.leave')),
    enableBeforeUnload: () => isChanged,
  })
  const open = place && work[place.kind].find(({ key }) => key === place.key)
  return (
    <div>
      <PageHeader title={t('nav.models')}>
        {isChanged && (
          <Button variant="subtle" color="gray" c="inherit" onClick={() => begin(base)}>
            {t('models.discard')}
          </Button>
        )}
        <Button disabled={!isChanged} onClick={() => setIsReviewing(true)}>
          {t('models.review')}
        </Button>
      </PageHeader>
      <div className={classes.page}>
        <TypeList
          work={work}
          place={place}
          onOpen={setPlace}
          onNew={setMaking}
          onReorder={setWork}
        />
        {open && place ? (
          <>
            <TypeEditor
              key={open.key}
              type={open}
              kind={place.kind}
              work={work}
              onChange={(type) => setWork(withType(work, place.kind, type))}
              onDelete={() => {
                const left: Work = {
                  ...work,
                  [place.kind]: work[place.kind].filter(({ key }) => key !== open.key),
                }
                setWork(left)
                setPlace(firstPlace(left))
              }}
            />
            <JsonExample type={open} kind={place.kind} work={work} />
          </>
        ) : (
          <div>
            <p className={classes.hint}>{t('list.noModelsHint')}</p>
            <Button onClick={() => setMaking('models')}>{t('models.new.models')}</Button>
          </div>
        )}
      </div>
      {making && (
        <NewType
          kind={making}
          taken={work[making].map(({ luid }) => luid)}
          onClose={() => setMaking(null)}
          onMake={(type) => {
            setWork({ ...work, [making]: [...work[making], type] })
            setPlace({ kind: making, key: type.key })
            setMaking(null)
          }}
        />
      )}
      {isReviewing && (
        <Review
          wanted={wanted}
          version={base.version}
          work={work}
          onOpen={setPlace}
          onClose={() => setIsReviewing(false)}
          onApplied={begin}
        />
      )}
    </div>
  )
}

function firstPlace({ models, fieldSets }: Work): Place | null {
  if (models[0]) return { kind: 'models', key: models[0].key }
  return fieldSets[0] ? { kind: 'fieldSets', key: fieldSets[0].key } : null
}
