import { Alert, Button, Group } from '@mantine/core'
import type { SchemaDocument } from '@octavo/schema/admin/schema.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { LeaveDialog } from '../../components/leave-dialog.tsx'
import { showNotice } from '../../components/notice.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { ApiExample } from './api-example.tsx'
import { placeOf, searchOf } from './models-search.ts'
import classes from './models.module.css'
import { NewType } from './new-type.tsx'
import { Review } from './review.tsx'
import { TypeEditor } from './type-editor.tsx'
import { TypeList } from './type-list.tsx'
import { useWork } from './use-work.ts'
import { withType } from './with-type.ts'
import type { Kind, Place, Work } from './work.ts'

export function Builder({ document }: { document: SchemaDocument }) {
  const t = useText()
  const format = useFormat()
  const state = useWork(document)
  const { modelsFile } = useSession()
  const isFixed = modelsFile !== null
  const { base, work, setWork, proposed, isChanged } = state
  const { place, openPlace } = usePlace(work)
  const [making, setMaking] = useState<Kind | null>(null)
  const [isReviewing, setIsReviewing] = useState(false)
  const begin = (next: SchemaDocument): void => {
    const fresh = state.begin(next)
    const open = place && work[place.kind].find(({ key }) => key === place.key)
    const same = open && fresh[place.kind].find(({ luid }) => luid === open.luid)
    openPlace(same ? { kind: place.kind, key: same.key } : firstPlace(fresh), fresh)
  }
  const discard = (): void => {
    begin(document)
    showNotice({
      text: t('models.discarded'),
      undo() {
        setWork(work)
        openPlace(place, work)
      },
    })
  }
  useEffect(() => {
    if (document.version !== base.version && !isChanged) begin(document)
  })
  // Only if the browser could not store the edits.
  const isUnsaved = (): boolean => isChanged && !state.isStored
  const open = place && work[place.kind].find(({ key }) => key === place.key)
  return (
    <div>
      <PageHeader title={t('nav.models')}>
        {isChanged && (
          <Button variant="subtle" color="gray" c="inherit" onClick={discard}>
            {t('models.discard')}
          </Button>
        )}
        {!isFixed && (
          <Button disabled={!isChanged} onClick={() => setIsReviewing(true)}>
            {t('models.review')}
          </Button>
        )}
      </PageHeader>
      {isFixed && (
        <Alert variant="light" mx="lg" mb="sm" role="status">
          {t('models.fixed', { file: modelsFile })}
        </Alert>
      )}
      {isChanged && state.storedAt !== null && !state.isOld && (
        <Alert variant="light" mx="lg" mb="sm" role="status">
          {t('models.stored', { time: format.ago(state.storedAt) })}
        </Alert>
      )}
      {state.isOld && (
        <Alert color="yellow" variant="light" mx="lg" mb="sm" role="alert">
          <Group>
            {t('models.old')}
            <Button size="compact-sm" variant="default" onClick={state.rebase}>
              {t('models.rebase')}
            </Button>
          </Group>
        </Alert>
      )}
      <div className={classes.page}>
        <TypeList
          work={work}
          place={place}
          onOpen={(next) => openPlace(next, work)}
          onNew={isFixed ? null : setMaking}
          onReorder={setWork}
        />
        {open && place ? (
          <>
            <fieldset className={classes.editor} disabled={isFixed}>
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
                  openPlace(firstPlace(left), left)
                }}
              />
            </fieldset>
            {place.kind === 'models' && (
              <ApiExample model={open.savedAs} version={base.version} isChanged={isChanged} />
            )}
          </>
        ) : (
          <div>
            <p className={classes.hint}>{t('list.noModelsHint')}</p>
            {!isFixed && (
              <Button onClick={() => setMaking('models')}>{t('models.new.models')}</Button>
            )}
          </div>
        )}
      </div>
      {making && (
        <NewType
          kind={making}
          taken={work[making].map(({ luid }) => luid)}
          onClose={() => setMaking(null)}
          onMake={(type) => {
            const more: Work = { ...work, [making]: [...work[making], type] }
            setWork(more)
            openPlace({ kind: making, key: type.key }, more)
            setMaking(null)
          }}
        />
      )}
      <LeaveDialog
        shouldAsk={isUnsaved}
        isUnsaved={isUnsaved}
        ways={[
          { label: t('models.discard'), isDangerous: true },
          { label: t('models.review'), isStaying: true, run: () => setIsReviewing(true) },
        ]}
      >
        {t('models.leave')}
      </LeaveDialog>
      {isReviewing && (
        <Review
          proposed={proposed}
          version={base.version}
          work={work}
          onOpen={(next) => openPlace(next, work)}
          onClose={() => setIsReviewing(false)}
          onApplied={begin}
        />
      )}
    </div>
  )
}

/** The open model or field set, mirrored in the URL. */
function usePlace(work: Work) {
  const search = useSearch({ from: '/$root/models' })
  const navigate = useNavigate({ from: '/$root/models' })
  const [place, setPlace] = useState<Place | null>(() => placeOf(search, work) ?? firstPlace(work))
  const openPlace = (next: Place | null, within: Work): void => {
    setPlace(next)
    void navigate({ search: searchOf(next, within), replace: true, ignoreBlocker: true })
  }
  return { place, openPlace }
}

function firstPlace({ models, fieldSets }: Work): Place | null {
  if (models[0]) return { kind: 'models', key: models[0].key }
  return fieldSets[0] ? { kind: 'fieldSets', key: fieldSets[0].key } : null
}
