#pragma once
// Everything Limber offers, by one include.

#include "limber/base/version.h"
#include "limber/figure/edit.h"
#include "limber/files/files.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/models/models.h"
#include "limber/picture/picture.h"
#include "limber/planning/escape.h"
#include "limber/session/replay.h"
#include "limber/session/session.h"
#include "limber/solver/solver.h"
