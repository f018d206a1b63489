import { msg } from '@lingui/core/macro';
import { i18n, type Names } from '../../words/i18n.js';

const fieldNames: Readonly<Partial<Names<string>>> = {
  phone: msg`Phone`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  type: msg`Type of lead`,
  city: msg`City`,
  siteName: msg`Site name`,
  landmark: msg`Landmark`,
  place: msg`Location`,
  photoFileIds: msg`Photos`,
  files: msg`Photos`,
  note: msg`Note`,
  followUpOn: msg`Next visit date`,
  assignedTo: msg`Assigned to`,
  projectValuePaise: msg`Total project value`,
  companyName: msg`Company name`,
  billingAddress: msg`Billing address`,
  gstNumber: msg`GST number`,
  projectStartsOn: msg`Project start date`,
  notes: msg`Notes`,
  name: msg`Name`,
  industry: msg`Industry`,
  contactPhone: msg`Contact number`,
  timeZone: msg`Time zone`,
  amountPaise: msg`Amount`,
  spentOn: msg`Date`,
  title: msg`Title`,
  description: msg`Description`,
  imageFileIds: msg`Images`,
  imageFileId: msg`Image`,
  youtubeLink: msg`YouTube link`,
  mrpPaise: msg`MRP`,
  livePricePaise: msg`Live price`,
  minDiscountBasisPoints: msg`Minimum discount`,
  maxDiscountBasisPoints: msg`Maximum discount`,
  unit: msg`Unit`,
  categoryId: msg`Category`,
  items: msg`Products`,
  fileId: msg`File`,
  fileType: msg`File type`,
  tags: msg`Tags`,
  isActive: msg`Active`,
};

/** Name of a field, in forms and on the timeline. */
export function fieldName(field: string): string {
  const name = fieldNames[field];
  return name ? i18n._(name) : field;
}
