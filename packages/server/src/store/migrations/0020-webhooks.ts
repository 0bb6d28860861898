import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes, type ColumnTypes } from './baseline/column-types.ts'

export async function createWebhooks(connection: Connection, { kind }: Dialect): Promise<void> {
  await connection.script(tables(columnTypes[kind]))
  if (kind === 'postgres') {
    await connection.script('create sequence octavo_webhook_ids; create sequence octavo_event_ids;')
  }
}

function tables({ text, id, clustered }: ColumnTypes): string {
  return `
    create table webhooks (
      id ${id} not null primary key,
      root_id bigint not null,
      name ${text} not null,
      target ${text} not null,
      events ${text} not null,
      model_ids ${text},
      space_ids ${text},
      language_ids ${text},
      condition ${text},
      includes_drafts bigint not null,
      headers ${text} not null,
      template ${text},
      rate_limit bigint,
      secret ${text} not null,
      previous_secret ${text},
      previous_secret_until bigint,
      created_at bigint not null,
      disabled_at bigint,
      disabled_reason ${text},
      failing_since bigint
    );
    create index webhooks_of_root on webhooks (root_id, id);
    create table webhook_events (
      id ${id} not null primary key,
      root_id bigint not null,
      at bigint not null,
      type ${text} not null,
      subject ${text} not null,
      actor ${text} not null,
      data ${text} not null,
      webhook_ids ${text} not null,
      is_assigned bigint not null default 0
    );
    create index unassigned_webhook_events on webhook_events (id) where is_assigned = 0;
    create table webhook_deliveries (
      webhook_id bigint not null,
      event_id bigint not null,
      subject ${text} not null,
      state ${text} not null,
      attempts bigint not null,
      created_at bigint not null,
      next_at bigint,
      until_at bigint not null,
      ended_at bigint,
      primary key (webhook_id, event_id)
    )${clustered};
    create index first_webhook_attempts on webhook_deliveries (webhook_id, event_id)
      where state = 'pending' and attempts = 0;
    create index webhook_retries on webhook_deliveries (webhook_id, next_at)
      where state = 'pending' and attempts > 0;
    create index webhook_deliveries_by_state on webhook_deliveries (webhook_id, state, event_id);
    create index webhook_deliveries_of_event on webhook_deliveries (event_id);
    create index ended_webhook_deliveries on webhook_deliveries (state, ended_at)
      where ended_at is not null;
    create table webhook_attempts (
      webhook_id bigint not null,
      event_id bigint not null,
      number bigint not null,
      at bigint not null,
      duration bigint not null,
      status bigint,
      error ${text},
      request ${text} not null,
      response ${text},
      primary key (webhook_id, event_id, number)
    )${clustered};
    create index webhook_attempts_by_time on webhook_attempts (webhook_id, at);
  `
}
