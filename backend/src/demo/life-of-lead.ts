import { activityTypes, type LeadStatus } from '#domain/leads/lead.values.js';
import type { CustomerCommand, CustomerDetails } from '#domain/customers/customer.commands.js';
import type { Place } from '#domain/kernel/schema.js';
import type { LeadCommand } from '#domain/leads/lead.commands.js';
import type { Random } from './random.js';
import type { DemoFile, DemoPerson, Step } from './steps.js';
import { lifeOfCustomer, pickPaymentMethod, roundShare } from './life-of-customer.js';
import {
  firstNames,
  firstNotes,
  landmarks,
  lastNames,
  notes,
  quotationNotes,
  reasonsToCancel,
  reasonsToLose,
  siteNames,
  territories,
  visitNotes,
} from './sample-texts.js';
import { DAY_MS, toWorkingHour, formatDay, type VisitAgenda } from './working-days.js';

export type LeadLife = {
  /** Time of capture. */
  readonly at: number;
  /** End of the demo. */
  readonly end: number;
  readonly admin: DemoPerson;
  readonly rep: DemoPerson;
  readonly reps: readonly DemoPerson[];
  readonly agenda: VisitAgenda;
  readonly phone: string;
  /** Percent of leads that begin with a photo. */
  readonly photoPercent: number;
};
type OpenFollowUp = { readonly followUpId: string; readonly dueAt: number };

/** Size of an area in degrees: about 2 km. */
const AREA_DEGREES = 0.02;
/** Days by which a visit may be later than planned. */
const MAX_VISIT_DELAY_DAYS = 3;
/** How often a step is taken, or has the part, in percent of the cases in which it could. */
const PERCENT = {
  /** The app proposes a day for the next step after each. */
  nextStepPlanned: 98,
  visitOnDueDay: 75,
  capturedByAdmin: 12,
  siteName: 55,
  landmark: 35,
  placeAtCapture: 50,
  noteAtCapture: 45,
  postponed: 12,
  dueFollowUpCompleted: 85,
  metAtSite: 60,
  contactedAfterMeeting: 80,
  quotedAfterContact: 45,
  convertedAfterQuotation: 22,
  lostAfterMeeting: 7,
  lostAfterCall: 20,
  handedOver: 3,
  lastCallOverdue: 15,
  pausedVisit: 20,
  placeOfVisit: 85,
  notesOfVisit: 90,
  detailsCorrected: 40,
  quotationFile: 60,
  quotationNotes: 50,
  paidAtConversion: 70,
};
/** Most days until the next step: of a lead with visits, and of one that is only called. */
const MAX_DAYS_TO_NEXT = 7;
const MAX_DAYS_TO_NEXT_CALL = 30;
/** Last days of the demo whose follow-ups may stay overdue. */
const MAX_DAYS_OVERDUE = 4;
/** Number of different pictures; photos share them. */
const PICTURE_COUNT = 24;
const types = [
  'Builder',
  'Builder',
  'Owner',
  'Owner',
  'Owner',
  'Contractor',
  'Architect',
  'Other',
] as const;

/**
 * Steps of a lead from its capture to the present: visits, calls, quotations, often nothing more.
 */
export function lifeOfLead(random: Random, life: LeadLife): Step[] {
  const { end, admin, photoPercent } = life;
  const leadId = random.idAt(life.at);
  const steps: Step[] = [];
  let now = life.at;
  let rep = life.rep;
  let status = 'New' as LeadStatus;
  let openFollowUp: OpenFollowUp | undefined;
  let quotedPaise = 0;
  let paidAtConversionPaise = 0;
  let details: CustomerDetails;
  let site: Place;

  capture();
  for (
    let visits = random.integer(0, 6);
    visits > 0 && status !== 'Lost' && status !== 'Converted';
    visits--
  ) {
    const next =
      openFollowUp && openFollowUp.dueAt > now && random.percent(PERCENT.visitOnDueDay)
        ? openFollowUp.dueAt
        : toWorkingHour(now + random.integer(1, 9) * DAY_MS, random);
    if (next >= end) break;
    now = next;
    meet();
  }
  if (status === 'Converted') steps.push(...customerSteps());
  else callUntilEnd();
  // The last steps of a day may be after the end.
  return steps.filter((step) => Date.parse(step.at) < end);

  function addStep(
    command: LeadCommand | CustomerCommand,
    by = rep,
    { internal }: { readonly internal?: true } = {},
  ): void {
    steps.push({
      at: new Date(now).toISOString(),
      by: by.id,
      record: leadId,
      command,
      ...(internal && { internal }),
    });
    now += random.integer(20, 240) * 1_000;
  }

  function uploadFile(file: DemoFile, by = rep): string {
    steps.push({ at: new Date(now).toISOString(), by: by.id, record: leadId, file });
    return file.fileId;
  }

  function uploadPhoto(by = rep): string {
    return uploadFile(
      { fileId: random.idAt(now), kind: 'photo', scene: random.integer(0, PICTURE_COUNT - 1) },
      by,
    );
  }

  /** Schedules a follow-up in a working hour, never before the present step. */
  function planFollowUp(followUpId: string, maxDays = MAX_DAYS_TO_NEXT): string {
    const dueAt = toWorkingHour(now + random.integer(1, maxDays) * DAY_MS, random);
    openFollowUp = { followUpId, dueAt };
    return formatDay(dueAt);
  }

  function capture(): void {
    const territory = territories[life.reps.indexOf(life.rep) % territories.length]!;
    const city = random.pick(territory);
    const [area, lat, lng] = random.pick(city.areas);
    const by = random.percent(PERCENT.capturedByAdmin) ? admin : rep;
    const jitter = () => Math.round((random.next() - 0.5) * AREA_DEGREES * 1e6) / 1e6;
    site = {
      lat: lat + jitter(),
      lng: lng + jitter(),
      name: area,
      address: `${area}, ${city.name}`,
    };
    details = {
      firstName: random.pick(firstNames),
      lastName: random.pick(lastNames),
      phone: life.phone,
      city: city.name,
      ...(random.percent(PERCENT.siteName) && { siteName: `${random.pick(siteNames)}, ${area}` }),
      ...(random.percent(PERCENT.landmark) && { landmark: random.pick(landmarks) }),
    };
    addStep(
      {
        type: 'CreateLead',
        data: {
          leadId,
          ...details,
          type: random.pick(types),
          assignedTo: rep.id,
          ...(random.percent(PERCENT.placeAtCapture) && { place: site }),
          ...(random.percent(photoPercent) && { photoFileIds: [uploadPhoto(by)] }),
          ...(random.percent(PERCENT.noteAtCapture) && { note: random.pick(firstNotes) }),
          ...(random.percent(PERCENT.nextStepPlanned) && { followUpOn: planFollowUp(leadId) }),
        },
      },
      by,
    );
  }

  function meet(): void {
    const dueFollowUp =
      openFollowUp && formatDay(openFollowUp.dueAt) <= formatDay(now) ? openFollowUp : undefined;
    if (dueFollowUp && random.percent(PERCENT.postponed)) return postpone(dueFollowUp);
    if (dueFollowUp && random.percent(PERCENT.dueFollowUpCompleted)) complete();
    if (random.percent(PERCENT.metAtSite)) visit();
    else addNote();
    if (now >= end) return;
    if (status === 'New' && random.percent(PERCENT.contactedAfterMeeting))
      changeStatus('Contacted');
    if (status === 'Contacted' && random.percent(PERCENT.quotedAfterContact)) quote();
    else if (status === 'Quoted' && random.percent(PERCENT.convertedAfterQuotation))
      return convert();
    else if (random.percent(PERCENT.lostAfterMeeting)) return lose();
    if (random.percent(PERCENT.handedOver)) handOver();
  }

  function complete(): void {
    if (openFollowUp)
      addStep({ type: 'CompleteFollowUp', data: { leadId, followUpId: openFollowUp.followUpId } });
    openFollowUp = undefined;
  }

  function postpone({ followUpId }: OpenFollowUp): void {
    const nextFollowUpId = random.idAt(now);
    addStep({
      type: 'CancelFollowUp',
      data: {
        leadId,
        followUpId,
        reason: random.pick(reasonsToCancel),
        nextFollowUpId,
        nextOn: planFollowUp(nextFollowUpId),
      },
    });
  }

  function addNote(maxDaysToNext = MAX_DAYS_TO_NEXT): void {
    const noteId = random.idAt(now);
    const photoFileIds = random.percent(photoPercent / 3) ? [uploadPhoto()] : undefined;
    const followUpOn =
      !openFollowUp && random.percent(PERCENT.nextStepPlanned)
        ? planFollowUp(noteId, maxDaysToNext)
        : undefined;
    addStep({
      type: 'AddNote',
      data: {
        leadId,
        noteId,
        activity: random.pick(activityTypes),
        note: random.pick(notes),
        ...(photoFileIds && { photoFileIds }),
        ...(followUpOn && { followUpOn }),
      },
    });
  }

  /** Visits the site for 15 to almost 120 minutes. The first visit makes the lead Contacted. */
  function visit(): void {
    const pausedSeconds = random.percent(PERCENT.pausedVisit) ? random.integer(1, 10) * 60 : 0;
    const durationMs = random.integer(15, 110) * 60_000;
    const start = bookVisit(durationMs);
    if (start === undefined) return addNote();
    const startedAt = new Date(start).toISOString();
    now = start + durationMs;
    const visitId = random.idAt(now);
    const followUpOn =
      !openFollowUp && random.percent(PERCENT.nextStepPlanned) ? planFollowUp(visitId) : undefined;
    addStep({
      type: 'RecordVisit',
      data: {
        leadId,
        visitId,
        startedAt,
        endedAt: new Date(now).toISOString(),
        pausedSeconds,
        ...(random.percent(PERCENT.placeOfVisit) && {
          place: site,
          accuracyMetres: random.integer(4, 40),
        }),
        ...(random.percent(PERCENT.notesOfVisit) && { notes: random.pick(visitNotes) }),
        ...(random.percent(photoPercent) && {
          photoFileIds: Array.from({ length: random.integer(1, 3) }, () => uploadPhoto()),
        }),
        ...(followUpOn && { followUpOn }),
      },
    });
    if (status === 'New') status = 'Contacted';
  }

  /** Start of a visit on the first possible day; undefined if the rep is elsewhere for days. */
  function bookVisit(durationMs: number): number | undefined {
    for (let daysLater = 0; daysLater <= MAX_VISIT_DELAY_DAYS; daysLater++) {
      const from = daysLater === 0 ? now : toWorkingHour(now + daysLater * DAY_MS, random);
      const start = life.agenda.book(rep.id, from, durationMs, site);
      if (start !== undefined) return start;
    }
    return undefined;
  }

  function changeStatus(to: 'Contacted'): void {
    addStep({ type: 'ChangeLeadStatus', data: { leadId, status: to } });
    status = to;
  }

  /** Enters what the rep learned at the site. */
  function correctDetails(): void {
    const others = siteNames.filter((name) => !details.siteName?.startsWith(name));
    const siteName = `${random.pick(others)}, ${site.name}`;
    details = { ...details, siteName };
    addStep({ type: 'EditLead', data: { leadId, siteName, landmark: random.pick(landmarks) } });
  }

  /** Quotes ₹90,000 to ₹18 lakh, in hundreds of rupees. */
  function quote(): void {
    if (random.percent(PERCENT.detailsCorrected)) correctDetails();
    const amountPaise = random.integer(900, 18_000) * 100 * 100;
    quotedPaise = amountPaise;
    const fileId = random.percent(PERCENT.quotationFile)
      ? uploadFile({
          fileId: random.idAt(now),
          kind: 'quotation',
          customer: leadId.slice(-6).toUpperCase(),
          amountPaise,
        })
      : undefined;
    addStep({
      type: 'UploadQuotation',
      data: {
        leadId,
        quotationId: random.idAt(now),
        amountPaise,
        validUntilOn: formatDay(now + 15 * DAY_MS),
        ...(fileId && { fileId }),
        ...(random.percent(PERCENT.quotationNotes) && { notes: random.pick(quotationNotes) }),
      },
    });
    status = 'Quoted';
  }

  /**
   * Converts the lead. Creates the customer itself, because later commands need it before the
   * reactor runs.
   */
  function convert(): void {
    complete();
    const paidPaise = random.percent(PERCENT.paidAtConversion)
      ? roundShare(quotedPaise, random.integer(10, 40))
      : 0;
    addStep(
      {
        type: 'CreateCustomer',
        data: {
          customerId: leadId,
          ...details,
          projectValuePaise: quotedPaise,
          convertedAt: new Date(now).toISOString(),
          convertedOn: formatDay(now),
        },
      },
      rep,
      { internal: true },
    );
    const payment =
      paidPaise > 0
        ? { paymentPaise: paidPaise, paidOn: formatDay(now), method: pickPaymentMethod(random) }
        : {};
    addStep({ type: 'ConvertLead', data: { leadId, projectValuePaise: quotedPaise, ...payment } });
    paidAtConversionPaise = paidPaise;
    status = 'Converted';
  }

  function customerSteps(): Step[] {
    return lifeOfCustomer(random, {
      at: now,
      end,
      customerId: leadId,
      valuePaise: quotedPaise,
      paidPaise: paidAtConversionPaise,
      rep,
      admin,
    });
  }

  /**
   * Calls an open lead whenever it is due, until it is lost or the demo ends. A lead without a
   * date is called after a week. Some of the last calls stay overdue.
   */
  function callUntilEnd(): void {
    while (status !== 'Lost') {
      const dueAt = openFollowUp?.dueAt ?? toWorkingHour(now + 7 * DAY_MS, random);
      if (dueAt >= end) return;
      const mayBeOverdue = openFollowUp && dueAt >= end - MAX_DAYS_OVERDUE * DAY_MS;
      if (mayBeOverdue && random.percent(PERCENT.lastCallOverdue)) return;
      now = Math.max(now, dueAt);
      complete();
      if (random.percent(PERCENT.lostAfterCall)) lose();
      else addNote(MAX_DAYS_TO_NEXT_CALL);
    }
  }

  function lose(): void {
    complete();
    addStep({ type: 'MarkLeadLost', data: { leadId, reason: random.pick(reasonsToLose) } });
    status = 'Lost';
  }

  function handOver(): void {
    const to = random.pick(life.reps);
    if (to.id === rep.id) return;
    addStep({ type: 'ReassignLead', data: { leadId, assignedTo: to.id } }, admin);
    rep = to;
  }
}
