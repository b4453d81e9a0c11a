#pragma once

#include "remote/wire/catalog_fields.h"
#include "remote/wire/maintenance_fields.h"
#include "remote/wire/plan_fields.h"
#include "remote/wire/study_fields.h"
#include "remote/wire/watch_fields.h"
