import sharp from 'sharp';
import { type Person, captureLead } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';

/**
 * Creates a lead with a photo, red for Asha and blue for anybody else, and waits until the photo
 * belongs to the lead.
 */
export async function captureLeadWithPhoto(
  person: Person,
  firstName: string,
): Promise<{ readonly leadId: string; readonly fileId: string }> {
  const background = firstName === 'Asha' ? 'red' : 'blue';
  const bytes = await sharp({ create: { width: 90, height: 70, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const { fileId } = await person.upload(new Uint8Array(bytes), 'roof.jpg', 'image/jpeg');
  const leadId = await captureLead(person, { firstName, photoFileIds: [fileId] });
  await until(async () => (await person.request('GET', `/api/files/${fileId}`)).status === 200, {
    what: () => 'the photo to be the lead’s',
  });
  return { leadId, fileId };
}
